import { expect, test } from 'vitest';
import { describeItem, formatDay, shipmentStatusLabel } from './order-labels.ts';

test('days are days in Pakistan', () => {
  expect(formatDay('2026-11-19T20:30:00.000Z')).toBe('20 November 2026');
});

test('a date that is none is not shown', () => {
  expect(formatDay('soon')).toBe('');
  expect(formatDay(null)).toBe('');
});

test('a status that is not known yet is shown as it is', () => {
  expect(shipmentStatusLabel('out_for_delivery')).toBe('Out for delivery');
  expect(shipmentStatusLabel('at_customs')).toBe('at_customs');
});

test('an item says what was chosen and how many', () => {
  const item = { productName: 'Ring', productImage: null, price: 1, quantity: 2, selectedColor: 'Gold', selectedSize: null };
  expect(describeItem(item)).toBe('Color: Gold · Qty: 2');
});
