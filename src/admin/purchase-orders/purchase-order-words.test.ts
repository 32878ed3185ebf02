import { expect, test } from 'vitest';
import type { PurchaseOrder, PurchaseOrderStatus } from '#shared/schemas/purchase-order.ts';
import { dayOf, itemCount, lineSum, pieceCount, statusNews } from './purchase-order-words.ts';

const item = (quantity: number) => ({ quantity }) as PurchaseOrder['items'][number];
const order = (status: PurchaseOrderStatus, items = [item(20), item(5)]) => ({ orderNumber: 'PO-1004', status, items });

test.each([
  ['pending', 'received', 'PO-1004 is now Received: 25 pieces added to stock'],
  ['received', 'ordered', 'PO-1004 is now Ordered: 25 pieces taken off stock again'],
  ['pending', 'ordered', 'PO-1004 is now Ordered'],
  ['partial', 'cancelled', 'PO-1004 is now Cancelled'],
] as const)('a purchase that goes from %s to %s says what became of the stock', (before, status, news) => {
  expect(statusNews(order(status), before)).toBe(news);
});

test('one item and one piece are not plural', () => {
  expect([itemCount([item(1)]), pieceCount([item(1)])]).toEqual(['1 item', '1 piece']);
  expect([itemCount([item(20), item(1500)]), pieceCount([item(20), item(1500)])]).toEqual(['2 items', '1,520 pieces']);
});

test('an item reads as quantity, cost and line total, without the dust of binary fractions', () => {
  expect(lineSum({ quantity: 3, unitCost: 0.1 })).toBe('3 x Rs. 0.10 = Rs. 0.30');
  expect(lineSum({ quantity: 5, unitCost: 700 })).toBe('5 x Rs. 700 = Rs. 3,500');
});

test('a purchase has the day it was ordered on, and before that the one it was written down on', () => {
  const createdAt = '2026-11-01T08:00:00.000Z';
  expect(dayOf({ createdAt, orderDate: null })).toBe(createdAt);
  expect(dayOf({ createdAt, orderDate: '2026-11-05T08:00:00.000Z' })).toBe('2026-11-05T08:00:00.000Z');
});
