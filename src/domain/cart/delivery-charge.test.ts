import { expect, test } from 'vitest';
import { orderTotal } from './delivery-charge.ts';

const RULE = { freeFrom: 3000, fee: 200 };

test.each([
  ['whole prices', 1000, 0, 1200],
  ['a price with paisa, in the customer’s favour', 434.33, 0, 634],
  ['binary dust', 0.1 + 0.2 + 2999.7, 0, 3000],
  ['all of it taken off', 333.33, 333.33, 200],
  ['paisa taken off', 1000, 99.5, 1100],
])('riders are asked for whole rupees of %s', (_, subtotal, off, total) => {
  expect(orderTotal(subtotal, RULE, off)).toBe(total);
});
