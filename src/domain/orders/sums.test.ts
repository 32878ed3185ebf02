import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderSums, sumText } from './sums.ts';

const rowsOf = (order: Parameters<typeof orderSums>[0]) => orderSums(order).map(({ name, rupees }) => [name, rupees]);

test('an order without a discount has no row for one', () => {
  expect(rowsOf({ subtotal: 2000, shipping: 250, totalAmount: 2250 })).toEqual([
    ['Subtotal', 2000],
    ['Shipping', 250],
    ['Total', 2250],
  ]);
});

test('what a code takes off the pieces stands below them', () => {
  expect(rowsOf({ subtotal: 2000, discount: 200, discountCode: 'EID10', shipping: 250, totalAmount: 2050 })).toEqual([
    ['Subtotal', 2000],
    ['Discount (EID10)', -200],
    ['Shipping', 250],
    ['Total', 2050],
  ]);
});

test('what a code takes off delivery stands in the same place, above what delivery would cost', () => {
  expect(rowsOf({ subtotal: 2000, deliveryDiscount: 250, discountCode: 'FREE', shipping: 0, totalAmount: 2000 })).toEqual([
    ['Subtotal', 2000],
    ['Discount (FREE)', -250],
    ['Shipping', 250],
    ['Total', 2000],
  ]);
});

test('what staff took off says why to staff, and only that it is a discount to the shopper', () => {
  const order = { subtotal: 2000, discount: 150, shipping: 0, totalAmount: 1850 };
  expect(rowsOf({ ...order, discountReason: 'The box was dented' })[1]).toEqual(['Discount (The box was dented)', -150]);
  expect(rowsOf(order)[1]).toEqual(['Discount', -150]);
});

test('the rows above the total add up to it', () => {
  const sum = fc.integer({ min: 0, max: 100_000 });
  fc.assert(
    fc.property(sum, sum, sum, sum, (paid, discount, shipping, deliveryDiscount) => {
      const order = { subtotal: paid + discount, discount, shipping, deliveryDiscount, totalAmount: paid + shipping };
      const rows = orderSums(order);
      expect(rows.slice(0, -1).reduce((total, { rupees }) => total + rupees, 0)).toBe(rows.at(-1)?.rupees);
    }),
  );
});

test.each([
  ['subtotal', 2000, 'Rs.\u00a02,000'],
  ['discount', -200, '−Rs.\u00a0200'],
  ['shipping', 0, 'Free'],
  ['total', 0, 'Rs.\u00a00'],
] as const)('a row of %s over %d reads %s', (kind, rupees, text) => {
  expect(sumText({ kind, name: '', rupees })).toBe(text);
});
