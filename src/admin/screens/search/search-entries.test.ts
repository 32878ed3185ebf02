import { expect, test } from 'vitest';
import type { Right } from '#domain/rights/rights.ts';
import { recordEntries, screenEntries, settingEntries } from './search-entries.ts';

const screens = [
  { path: '/admin/media', label: 'Photos', door: 'Products', words: 'Media Manager' },
  { path: '/admin/orders', label: 'All orders', door: 'Orders' },
  { path: '/admin/confirm', label: 'To confirm', door: 'Orders', words: 'Confirm orders' },
  { path: '/admin/history', label: 'History', door: 'History' },
];
const nothing = { orders: [], customers: [], products: [], shipments: [], returns: [], purchaseOrders: [] };

test('a screen is found by the start of any word of its name, its door and its name of before, and an empty search finds all', () => {
  const found = (typed: string) => screenEntries(screens, typed).map(({ label, note }) => [label, note]);
  expect(found('ord')).toEqual([
    ['All orders', 'Orders'],
    ['To confirm', 'Orders'],
  ]);
  expect(found('confirm o')).toEqual([['To confirm', 'Orders']]);
  expect(found('media')).toEqual([['Photos', 'Products']]);
  expect(found('hist')).toEqual([['History', '']]);
  expect(found('rders')).toEqual([]);
  expect(found(' ')).toHaveLength(4);
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

test('a return links to its request', () => {
  const asked = { id: '65a1b2c3d4e5f60718293a4b', returnNumber: 'RET-1001', orderNumber: 'ORD-10042', customerName: 'Sana Mir' };
  expect(recordEntries({ ...nothing, returns: [{ ...asked, state: 'approved' as const }] }, 'ret-1001')).toEqual([
    { href: '/admin/returns/RET-1001', label: 'RET-1001 of ORD-10042', note: 'Sana Mir · Approved', group: 'Returns' },
  ]);
});

test('a customer is found with the phones and what became of the orders', () => {
  const record = {
    orders: 3,
    delivered: 1,
    returned: 2,
    cancelled: 0,
    open: 0,
    value: 2050,
    ordered: 2050,
    firstOrderAt: '2026-11-20T20:15:00.000Z',
    lastOrderAt: '2026-11-22T20:15:00.000Z',
  };
  const customers = [{ id: '65a1b2c3d4e5f60718293a4b', name: 'Sana Mir', phones: ['+923217654321'], record }];
  expect(recordEntries({ ...nothing, customers }, 'sana')).toEqual([
    {
      href: '/admin/customers/65a1b2c3d4e5f60718293a4b',
      label: 'Sana Mir',
      note: '+923217654321 · 3 orders: 1 delivered, 2 returned',
      group: 'Customers',
    },
  ]);
});

test('a page of the settings is found by the words of its fields in any order, and by those alone who may see it', () => {
  const places = [
    { path: '/s/contact', label: 'Contact', hint: 'Who answers.', words: ['Phone', 'WhatsApp'], right: 'none' as const },
    {
      path: '/s/limits',
      label: 'Limits',
      hint: 'For strangers.',
      words: ['Value (Rs)', 'Mails in a day'],
      right: 'none' as const,
    },
    { path: '/s/changes', label: 'Changes', hint: 'Who changed what.', words: ['Audit'], right: 'see_activity' as const },
  ];
  const found = (typed: string, rights: Right[] = ['see_activity']) =>
    settingEntries(places, typed, rights).map(({ href, note }) => [href, note]);
  expect(found('whats')).toEqual([['/s/contact', 'WhatsApp']]);
  expect(found('day mail')).toEqual([['/s/limits', 'Mails in a day']]);
  expect(found('limits')).toEqual([['/s/limits', 'For strangers.']]);
  expect(found('ails')).toEqual([]);
  expect(found(' ')).toEqual([]);
  expect(found('audit')).toEqual([['/s/changes', 'Audit']]);
  expect(found('audit', [])).toEqual([]);
  expect(found('setting')).toHaveLength(3);
});
