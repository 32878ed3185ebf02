import { expect, test } from 'vitest';
import { waysToPay } from './ways-to-pay.ts';

test('a shop without transfers promises what it promised, one with them says so', () => {
  expect(waysToPay('Cash on Delivery', false)).toBe('Cash on Delivery');
  expect(waysToPay('Cash on Delivery', true)).toBe('Cash on Delivery or bank transfer');
  expect(waysToPay('Cash on delivery.', true, ' Or by bank transfer.')).toBe('Cash on delivery. Or by bank transfer.');
});
