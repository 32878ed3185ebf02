import { expect, test } from 'vitest';
import { barcodeMm, isScannable, modulesOf } from './barcode-size.ts';
import { code128 } from './code-128.ts';

test('a barcode has its full width until the paper ends', () => {
  const modules = modulesOf(code128('BNG-0042-26') ?? []);
  expect(barcodeMm(modules)).toBeCloseTo(modules * 0.33);
  expect(barcodeMm(modules, 40)).toBe(40);
});

test('the SKUs that the shop suggests scan on every label; 40 characters scan on none', () => {
  expect(isScannable('BNG-0042-210-GLD', 56)).toBe(true);
  expect(isScannable('KMB-0042-CHANDBALI-210-ANTIQUEROSEGLD-XL', 62)).toBe(false);
  expect(isScannable('چوڑی', 62)).toBe(false);
});
