import { expect, test } from 'vitest';
import type { PurchaseOrder, PurchaseOrderStatus } from '#domain/purchase-orders/contract.ts';
import {
  dayOf,
  isExpected,
  itemCount,
  lineSum,
  missingOf,
  pieceCount,
  receivedText,
  statusNews,
} from './purchase-order-labels.ts';

const item = (quantity: number, received = 0, damaged = 0, closedShort = false) =>
  ({ quantity, received, damaged, closedShort }) as PurchaseOrder['items'][number];
const order = (status: PurchaseOrderStatus, items: PurchaseOrder['items']) => ({ orderNumber: 'PO-1004', status, items });

test.each([
  ['received', [item(20), item(5)], [item(20, 20), item(5, 5)], 'PO-1004 is now Received: 25 pieces added to stock'],
  ['received', [item(20, 4), item(5, 5)], [item(20, 20), item(5, 5)], 'PO-1004 is now Received: 16 pieces added to stock'],
  ['ordered', [item(20, 20, 1), item(5, 5)], [item(20), item(5)], 'PO-1004 is now Ordered: 24 pieces taken off stock again'],
  ['cancelled', [item(20, 4)], [item(20, 4)], 'PO-1004 is now Cancelled'],
] as const)('a purchase that becomes %s says what became of the stock', (status, before, after, news) => {
  expect(statusNews(order(status, [...after]), { items: [...before] })).toBe(news);
});

test('a line has pieces outstanding unless it was closed', () => {
  expect([item(10, 4), item(10, 12), item(10, 4, 0, true)].map(missingOf)).toEqual([6, 0, 0]);
  expect(isExpected(order('partial', [item(10, 10), item(5, 5)]))).toBe(false);
  expect(isExpected(order('partial', [item(10, 4)]))).toBe(true);
  expect(isExpected(order('cancelled', [item(10, 4)]))).toBe(false);
});

test('a line shows its progress once something has arrived or it was closed', () => {
  expect([item(25), item(25, 4, 1), item(25, 4, 0, true)].map(receivedText)).toEqual([
    '',
    '4 of 25 received, 1 damaged',
    '4 of 25 received, closed short',
  ]);
});

test('one item and one piece are not plural', () => {
  expect([itemCount([item(1)]), pieceCount([item(1)])]).toEqual(['1 item', '1 piece']);
  expect([itemCount([item(20), item(1500)]), pieceCount([item(20), item(1500)])]).toEqual(['2 items', '1,520 pieces']);
});

test('an item reads as quantity, cost and line total, rounded to paisa', () => {
  expect(lineSum({ quantity: 3, unitCost: 0.1 })).toBe('3 x Rs.\u00a00.10 = Rs.\u00a00.30');
  expect(lineSum({ quantity: 5, unitCost: 700 })).toBe('5 x Rs.\u00a0700 = Rs.\u00a03,500');
});

test('a purchase order shows the day it was ordered, or before that the day it was created', () => {
  const createdAt = '2026-11-01T08:00:00.000Z';
  expect(dayOf({ createdAt, orderDate: null })).toBe(createdAt);
  expect(dayOf({ createdAt, orderDate: '2026-11-05T08:00:00.000Z' })).toBe('2026-11-05T08:00:00.000Z');
});
