import { expect, test } from 'vitest';
import { code128 } from './code-128.ts';

/** As the library bwip-js (4.11) encodes them. */
const KNOWN = {
  'ORD-10042': '2112141331212311311123131221321232211131412122221121334211122331112',
  'ORD-10001': '2112141331212311311123131221321232211131412122222221221412212331112',
  'PO-1001': '2112143131211331211221321131412213122221221231222331112',
  'SHP-123456': '2112142131132311133131211221321131411122321311233311211123132331112',
  Wikipedia: '2112143113211421122412111421121112421122141412211421121211244212112331112',
};

test.each(Object.entries(KNOWN))('%s is encoded as by other encoders', (text, widths) => {
  expect(code128(text)?.join('')).toBe(widths);
});

test('every symbol between start and stop has eleven modules', () => {
  const widths = code128('ORD-987654321 ~') ?? [];
  expect((widths.reduce((sum, width) => sum + width, 0) - 13) % 11).toBe(0);
});

test('a text with characters outside the set has no barcode', () => {
  expect(code128('آرڈر')).toBeNull();
  expect(code128('')).toBeNull();
});
