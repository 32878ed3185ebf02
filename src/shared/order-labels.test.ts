import { expect, test } from 'vitest';
import { describeItem, formatDay, shipmentStatusLabel } from './order-labels.ts';

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

test('an item shows its options and quantity', () => {
  const item = { productName: 'Ring', productImage: null, price: 1, quantity: 2, selectedColor: 'Gold', selectedSize: null };
  expect(describeItem(item)).toBe('Color: Gold · Qty: 2');
});
