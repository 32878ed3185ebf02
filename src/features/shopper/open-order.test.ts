import { expect, test } from 'vitest';
import { $openOrder, forgetOpenOrder, keepOpenOrder, parseOpenOrder } from './open-order.ts';

const order = { orderNumber: 'ORD-10042', key: 'a'.repeat(24), at: Date.parse('2026-11-25T10:00:00Z') };

test('the key of an order is kept for two days and no longer', () => {
  expect(parseOpenOrder(order, order.at + 47 * 3_600_000)).toEqual(order);
  expect(parseOpenOrder(order, order.at + 48 * 3_600_000)).toBeNull();
});

test.each([null, 'ORD-10042', {}, { ...order, key: 5 }, { ...order, at: 'today' }])(
  'what cannot be read is no order: %j',
  (found) => {
    expect(parseOpenOrder(found, order.at)).toBeNull();
  },
);

test('an order that takes no more pieces is forgotten, and a newer one stays', () => {
  keepOpenOrder('ORD-10042', 'key');
  forgetOpenOrder('ORD-10041');
  expect($openOrder.get()).toMatchObject({ orderNumber: 'ORD-10042', key: 'key' });
  forgetOpenOrder('ORD-10042');
  expect($openOrder.get()).toBeNull();
});
