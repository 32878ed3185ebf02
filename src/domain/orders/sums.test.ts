import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ORDER_STATUSES, type OrderStatus } from './status.ts';
import { orderSums, paidSums, sumText } from './sums.ts';

const rowsOf = (order: Parameters<typeof orderSums>[0]) => orderSums(order).map(({ name, rupees }) => [name, rupees]);

test('an order without a discount has no row for one', () => {
  expect(rowsOf({ subtotal: 2000, shipping: 250, totalAmount: 2250 })).toEqual([
    ['Subtotal', 2000],
    ['Shipping', 250],
    ['Total', 2250],
  ]);
});

test('gift wrap stands below delivery, and free wrap nowhere', () => {
  expect(rowsOf({ subtotal: 2000, shipping: 250, giftWrap: 150, totalAmount: 2400 })).toEqual([
    ['Subtotal', 2000],
    ['Shipping', 250],
    ['Gift wrap', 150],
    ['Total', 2400],
  ]);
  expect(rowsOf({ subtotal: 2000, shipping: 250, giftWrap: 0, totalAmount: 2250 })).toHaveLength(3);
});

test('what of the total is sales tax stands below it, and nowhere while there is none', () => {
  expect(rowsOf({ subtotal: 2000, shipping: 250, taxPercent: 18, totalAmount: 2250 })).toEqual([
    ['Subtotal', 2000],
    ['Shipping', 250],
    ['Total', 2250],
    ['Of which sales tax 18%', 343.22],
  ]);
  expect(rowsOf({ subtotal: 2000, shipping: 250, taxPercent: undefined, totalAmount: 2250 })).toHaveLength(3);
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

const NOTHING = { advance: 0, credit: 0, collected: 0, refunded: 0, due: 0, toRefund: 0 };
const paidRows = (status: OrderStatus, paid: Partial<typeof NOTHING>) =>
  paidSums({ totalAmount: 2000, status, paid: { ...NOTHING, ...paid } }).map(({ name, rupees }) => [name, rupees]);

test('what was paid stands below the total, and what it leads to last', () => {
  expect(paidSums({ totalAmount: 2000, status: 'pending' })).toEqual([]);
  expect(paidRows('processing', { advance: 500, credit: 300, due: 1200 })).toEqual([
    ['Paid in advance', -500],
    ['Store credit', -300],
    ['Due on delivery', 1200],
  ]);
  expect(paidRows('shipped', { advance: 2300, toRefund: 300 })).toEqual([
    ['Paid in advance', -2300],
    ['To be refunded', 300],
  ]);
  expect(paidRows('delivered', { advance: 500, collected: 1500 })).toEqual([
    ['Paid in advance', -500],
    ['Paid on delivery', 1500],
  ]);
  expect(paidRows('delivered', { collected: 2000, refunded: 300 })).toEqual([
    ['Paid on delivery', 2000],
    ['Refunded', -300],
    ['Paid in all', 1700],
  ]);
  expect(paidRows('cancelled', { advance: 500, refunded: 200, toRefund: 300 })).toEqual([
    ['Paid in advance', 500],
    ['Refunded', -200],
    ['To be refunded', 300],
  ]);
});

test('an order that is collected in the shop says so of its money', () => {
  const order = {
    totalAmount: 2000,
    status: 'pending',
    isCollected: true,
    paid: { ...NOTHING, advance: 500, due: 1500 },
  } as const;
  expect(paidSums(order).at(-1)).toMatchObject({ name: 'Due at the counter', rupees: 1500 });
});

test('whatever was paid, the rows add up to the last one', () => {
  const sum = fc.integer({ min: 0, max: 5000 });
  const share = fc.integer({ min: 0, max: 100 });
  fc.assert(
    fc.property(fc.constantFrom(...ORDER_STATUSES), sum, sum, sum, share, (status, totalAmount, advance, credit, part) => {
      const refunded = Math.round(((advance + credit) * part) / 100);
      const rest = totalAmount - advance - credit + refunded;
      const collected = status === 'delivered' ? Math.max(0, rest) : 0;
      const received = advance + credit + collected - refunded;
      const toRefund = status === 'cancelled' ? received : Math.max(0, received - totalAmount);
      const due = ['delivered', 'cancelled'].includes(status) ? 0 : Math.max(0, rest);
      const rows = paidSums({ totalAmount, status, paid: { advance, credit, collected, refunded, due, toRefund } });
      const above = rows.slice(0, -1).reduce((all, { rupees }) => all + rupees, 0);
      const last = rows.at(-1);
      if (status === 'cancelled' || last?.name === 'Paid in all') expect(above).toBe(last?.rupees);
      else expect(totalAmount + above).toBe(last?.name === 'To be refunded' ? -toRefund : last?.rupees);
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
