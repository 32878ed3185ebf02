import { expect, test } from 'vitest';
import { describeItem, formatDay, orderProgress, progressLabel, shipmentStatusLabel } from './labels.ts';
import type { OrderStatus } from './status.ts';

test('dates are in Pakistan’s time zone', () => {
  expect(formatDay('2026-11-19T20:30:00.000Z')).toBe('20 November 2026');
});

test('an invalid date is not shown', () => {
  expect(formatDay('soon')).toBe('');
  expect(formatDay(null)).toBe('');
});

test('an unknown status is shown as it is', () => {
  expect(shipmentStatusLabel('out_for_delivery')).toBe('Out for delivery');
  expect(shipmentStatusLabel('at_customs')).toBe('at_customs');
});

test('an order that is collected ends in the shop, and is on its way only if staff say so', () => {
  const steps = (status: OrderStatus, isCollected: boolean) =>
    orderProgress({ status, isCollected }).map((step) => progressLabel({ status: step, isCollected }));
  expect(steps('pending', false)).toEqual(['Order placed', 'Being prepared', 'On its way', 'Delivered']);
  expect(steps('pending', true)).toEqual(['Order placed', 'Being prepared', 'Collected in the shop']);
  expect(steps('shipped', true)).toEqual(['Order placed', 'Being prepared', 'On its way', 'Collected in the shop']);
});

test('an item shows its options and quantity', () => {
  const item = { productName: 'Ring', productImage: null, price: 1, quantity: 2, selectedColor: 'Gold', selectedSize: null };
  expect(describeItem(item)).toBe('Colour: Gold · Qty: 2');
});
