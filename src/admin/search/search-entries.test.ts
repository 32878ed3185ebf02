import { expect, test } from 'vitest';
import { recordEntries, screenEntries } from './search-entries.ts';

const screens = [
  { path: '/admin/orders', label: 'Orders' },
  { path: '/admin/purchase-orders', label: 'Purchase Orders' },
  { path: '/admin/media', label: 'Media Manager' },
];
const nothing = { orders: [], products: [], shipments: [], purchaseOrders: [] };

test('a screen is found by the start of any word of its name, and an empty search finds all', () => {
  expect(screenEntries(screens, 'ord').map(({ href }) => href)).toEqual(['/admin/orders', '/admin/purchase-orders']);
  expect(screenEntries(screens, 'purchase o')).toHaveLength(1);
  expect(screenEntries(screens, 'rders')).toEqual([]);
  expect(screenEntries(screens, ' ')).toHaveLength(3);
});

test('records link to their addresses, and several orders to the list of them', () => {
  const order = {
    id: '65a1b2c3d4e5f60718293a4b',
    orderNumber: 'ORD-10042',
    customerName: 'Sana Mir',
    city: '',
    status: 'pending' as const,
    totalAmount: 2050,
    createdAt: '2026-11-20T20:15:00.000Z',
  };
  expect(recordEntries({ ...nothing, orders: [order] }, 'sana')).toEqual([
    { href: '/admin/orders/ORD-10042', label: 'ORD-10042 · Sana Mir', note: 'Pending · Rs.\u00a02,050', group: 'Orders' },
  ]);
  const two = recordEntries({ ...nothing, orders: [order, { ...order, orderNumber: 'ORD-10043' }] }, 'sana & co');
  expect(two.map(({ href }) => href)).toEqual([
    '/admin/orders/ORD-10042',
    '/admin/orders/ORD-10043',
    '/admin/orders?search=sana+%26+co',
  ]);
});
