import { expect, test } from 'vitest';
import { ApiFailure } from '#browser/api.ts';
import { $openOrder, keepOpenOrder } from '#features/shopper/open-order.ts';
import { readRefusal } from './add-to-order.ts';

const order = { orderNumber: 'ORD-10042', key: 'key', at: 0 };
const refused = (status: number, code: string, message = 'Refused', errors: { path: string; message: string }[] = []) =>
  readRefusal(new ApiFailure(status, code, message, errors), order);

test.each([
  ['order_packed', 'ORD-10042 is packed already: these pieces need a new order.'],
  ['order_page_not_found', ''],
  ['order_page_ended', ''],
])('%s: the order is forgotten, and the form below places a new one', (code, text) => {
  keepOpenOrder(order.orderNumber, order.key);
  expect(refused(409, code)).toEqual({ text, isOver: true });
  expect($openOrder.get()).toBeNull();
});

test('any other refusal says why, and the order stays', () => {
  keepOpenOrder(order.orderNumber, order.key);
  const tooMany = [{ path: 'items.0.quantity', message: 'Online you can order at most 20' }];
  expect(refused(422, 'order_too_large', 'Too large', tooMany).text).toBe('Online you can order at most 20');
  expect(refused(409, 'out_of_stock', 'No longer available').text).toBe('No longer available');
  expect(refused(0, 'timeout').text).toBe('We could not reach the shop. Press again: nothing is added twice.');
  expect($openOrder.get()?.orderNumber).toBe('ORD-10042');
});
