import { expect, test } from 'vitest';
import { activityText, recordHref } from './activity-text.ts';

const told = (kind: Parameters<typeof activityText>[0]['kind'], subject: string, before = {}, after = {}, isRefused = false) =>
  activityText({ kind, subject, before, after, isRefused });

test('what somebody did is a sentence after their name', () => {
  for (const [text, sentence] of [
    [told('price', 'Halo Ring', { price: 2450 }, { price: 2650 }), 'changed the price of Halo Ring: Rs. 2,450 → Rs. 2,650'],
    [told('stock', 'Halo Ring', { stock: 5 }, { stock: 7, notes: 'Found' }), 'changed the stock of Halo Ring: 5 → 7'],
    [told('order', 'order ORD-10001', {}, { confirmation: 'confirmed' }), 'confirmed order ORD-10001'],
    [told('order', 'order ORD-10001', {}, { note: 'Call after six' }), 'wrote a note on order ORD-10001'],
    [
      told('order', 'order ORD-10001', { status: 'pending' }, { status: 'shipped' }),
      'changed order ORD-10001: Status pending → shipped',
    ],
    [told('parcel', 'parcel SHP-1 of order ORD-10001', {}, { status: 'preparing' }), 'added parcel SHP-1 of order ORD-10001'],
    [told('payment', 'payment of order ORD-10001', {}, { amount: 500 }), 'booked payment of order ORD-10001'],
    [told('payment', 'payment of order ORD-10001', { amount: 500 }, {}), 'took back payment of order ORD-10001'],
    [told('product', 'Halo Ring', { archivedAt: null }, { archivedAt: '2026-11-26T00:00:00Z' }), 'deleted Halo Ring'],
    [told('staff', 'staff amna', { role: null }, { role: 'Desk' }), 'added staff amna'],
    [
      told('customer', 'customer Hina', { name: 'Hina', notes: '', tags: [] }, { name: 'Hina B', notes: 'x', tags: ['a'] }),
      'changed customer Hina: name, notes and tags',
    ],
    [told('session', 'sana', {}, { session: 'began' }), 'signed in'],
    [told('other', 'Builds the pages now'), 'did this: Builds the pages now'],
    [told('order', 'order ORD-10001'), 'worked on order ORD-10001'],
    [told('payment', 'Refunds an order', {}, {}, true), 'was refused: Refunds an order'],
  ] as const)
    expect(text.replaceAll('\u00a0', ' ')).toBe(sentence);
});

test('an entry leads to the screen of its record, where it has one', () => {
  const recordId = 'a'.repeat(24);
  expect(recordHref({ kind: 'parcel', subject: 'parcel SHP-1 of order ORD-10001', recordId })).toBe('/admin/orders/ORD-10001');
  expect(recordHref({ kind: 'price', subject: 'Halo Ring', recordId })).toBe(`/admin/products/${recordId}/edit`);
  expect(recordHref({ kind: 'customer', subject: 'customer Hina', recordId })).toBe(`/admin/customers/${recordId}`);
  expect(recordHref({ kind: 'product', subject: 'category Rings', recordId })).toBeNull();
  expect(recordHref({ kind: 'settings', subject: 'limits', recordId: null })).toBeNull();
});
