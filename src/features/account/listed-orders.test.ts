import { expect, test } from 'vitest';
import type { Account } from './account-store.ts';
import { listedOrders } from './listed-orders.ts';

const order = (number: number, createdAt: string) => ({ orderNumber: `ORD-${number}`, createdAt, totalAmount: 2050 });
const device = [
  { ...order(3, '2026-11-20T10:00:00.000Z'), phone: '+923001234567' },
  { ...order(1, '2026-11-18T10:00:00.000Z'), phone: '' },
];
const loaded = {
  kind: 'loaded',
  orders: [
    { ...order(2, '2026-11-19T10:00:00Z'), id: 'two', status: 'shipped' },
    { ...order(1, '2026-11-18T10:00:00Z'), id: 'one', status: 'delivered' },
  ],
} as Account;

test('orders of the account and of this device are listed together, each once, the latest first', () => {
  expect(listedOrders(loaded, device).map(({ orderNumber, id }) => [orderNumber, id])).toEqual([
    ['ORD-3', undefined],
    ['ORD-2', 'two'],
    ['ORD-1', 'one'],
  ]);
});

test('without an account this device lists its own, and nothing while the account loads', () => {
  expect(listedOrders({ kind: 'guest', hasEnded: false }, device)).toEqual(device);
  expect(listedOrders({ kind: 'loading' }, device)).toEqual([]);
});
