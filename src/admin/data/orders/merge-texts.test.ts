import { expect, test } from 'vitest';
import { mergeTexts } from './merge-texts.ts';

const order = { orderNumber: 'ORD-1', totalAmount: 2000, discount: 200, deliveryDiscount: 0, discountCode: 'EID10' };
const twin = {
  orderNumber: 'ORD-2',
  createdAt: '2026-11-27T10:00:00Z',
  totalAmount: 1400,
  takenOff: 800,
  discountCode: 'HALF',
  customerName: 'Ayesha',
  customerAddress: 'House 1',
  city: 'Lahore',
  items: [],
  shared: ['Ring'],
  isEarlier: false,
  mergedTotal: 3200,
  mergedTakenOff: 1000,
  mergedCode: 'EID10',
};
const texts = (one = {}, other = {}) =>
  mergeTexts({ ...order, ...one }, { ...twin, ...other }).map((text) => text.replaceAll('\u00a0', ' '));

test('what merging costs the shop, and which code is free again, is said before it is done', () => {
  expect(texts()).toEqual([
    'Merged, both cost Rs. 3,200 instead of Rs. 3,400: Rs. 200 less for the shop.',
    'ORD-2 then loses its code HALF, which may be used again.',
    'Rs. 1,000 is taken off with EID10, the same as apart.',
  ]);
});

test('where nothing is lost, it says so, and names no code', () => {
  const plain = { discountCode: undefined, discount: 0 };
  const other = { discountCode: null, takenOff: 0, mergedTotal: 3400, mergedTakenOff: 0, mergedCode: null };
  expect(texts(plain, other)).toEqual(['Merged, both cost Rs. 3,400, the same as apart.']);
});

test('a discount by staff that grows or shrinks is told with both sums', () => {
  expect(texts({ discountCode: undefined }, { discountCode: null, mergedCode: null, mergedTakenOff: 700 }).at(-1)).toBe(
    'Merged, Rs. 700 is taken off; apart, Rs. 1,000.',
  );
});

test('a role without sums reads of the codes alone', () => {
  expect(texts({}, { mergedTotal: null, mergedTakenOff: null, totalAmount: null, takenOff: null })).toEqual([
    'ORD-2 then loses its code HALF, which may be used again.',
  ]);
});
