import { expect, test } from 'vitest';
import { EMPTY_PROFILE, parseProfile } from '#features/shopper/device-profile.ts';
import { orderPath } from '#features/shopper/page-keys.ts';
import { parseShopper } from '#features/shopper/shopper-session.ts';
import { $deviceOrders, parseDeviceOrders, saveDeviceOrder } from './device-orders.ts';

const order = { orderNumber: 'ORD-1', createdAt: '2026-11-20T08:00:00.000Z', totalAmount: 2050, phone: '+923001234567' };

test('an order acknowledged twice is remembered once, the latest first', () => {
  saveDeviceOrder(order);
  saveDeviceOrder({ ...order, orderNumber: 'ORD-2' });
  saveDeviceOrder(order);
  expect($deviceOrders.get().map(({ orderNumber }) => orderNumber)).toEqual(['ORD-1', 'ORD-2']);
});

test('the key of its page is remembered apart from an order, and one without a key takes none away', () => {
  saveDeviceOrder({ ...order, pageKey: 'a-key' });
  saveDeviceOrder(order);
  expect($deviceOrders.get()[0]).toEqual(order);
  expect(orderPath('ORD-1')).toBe('/order/ORD-1#a-key');
});

test('readable orders in storage survive', () => {
  const found = [null, 7, { ...order, totalAmount: '5' }, { ...order, createdAt: 'soon' }, order, { ...order, phone: 3 }];
  expect(parseDeviceOrders(found)).toEqual([order, { ...order, phone: '' }]);
  expect(parseDeviceOrders({})).toEqual([]);
});

test('a profile and a shopper are read from any stored value', () => {
  expect(parseProfile({ name: 'Sana', email: 5 })).toEqual({ ...EMPTY_PROFILE, name: 'Sana' });
  expect(parseShopper({ username: 'sana' })).toEqual({ username: 'sana' });
  expect(parseShopper('sana')).toEqual({ username: 'sana' });
  expect([undefined, {}, { username: ' ' }, 7].map(parseShopper)).toEqual([undefined, undefined, undefined, undefined]);
});
