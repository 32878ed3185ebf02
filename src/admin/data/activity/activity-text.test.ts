import { expect, test } from 'vitest';
import type { AuditEntry } from '#domain/audit-log/contract.ts';
import { activityText, changesOf, folded, recordHref, timesText } from './activity-text.ts';

type Entry = Parameters<typeof activityText>[0];

const told = (kind: Entry['kind'], subject: string, before = {}, after = {}, rest: Partial<Entry> = {}) =>
  activityText({ kind, subject, before, after, isRefused: false, event: null, ...rest });

/** As an event of order ORD-10001. */
const ofOrder = (event: Entry['event'], before = {}, after = {}) =>
  told(
    event?.kind === 'payment' ? 'payment' : 'order',
    `${event?.kind === 'payment' ? 'payment of ' : ''}order ORD-10001`,
    before,
    after,
    {
      event,
    },
  );
const money = (subject: string, before = {}, after = {}) => ofOrder({ kind: 'payment', subject }, before, after);
const call = (after: object) => ofOrder({ kind: 'confirmation', subject: 'call' }, {}, after);

test('what somebody did is a sentence after their name', () => {
  for (const [text, sentence] of [
    [told('price', 'Halo Ring', { price: 2450 }, { price: 2650 }), 'changed the price of Halo Ring: Rs. 2,450 → Rs. 2,650'],
    [told('stock', 'Halo Ring', { stock: 5 }, { stock: 7, notes: 'Found' }), 'corrected the stock of Halo Ring: 5 → 7'],
    [
      told('stock', 'Halo Ring', { stock: 5 }, { stock: 45, transactionType: 'purchase', referenceNumber: 'PO-1-R1' }),
      'received on PO-1-R1 40 pieces of Halo Ring: 5 → 45',
    ],
    [told('stock', 'Halo Ring', { stock: 5 }, { stock: 4, transactionType: 'damage' }), 'wrote off 1 piece of Halo Ring: 5 → 4'],
    [told('stock', 'Halo Ring', {}, { transactionType: 'adjustment' }), 'counted Halo Ring: the number was right'],
    [call({ confirmation: 'confirmed' }), 'confirmed order ORD-10001'],
    [call({ confirmation: 'no_answer', note: 'Rang out' }), 'called about order ORD-10001: no answer'],
    [
      call({ confirmation: 'call_back', callBackAt: '2026-11-27T04:36:00Z' }),
      'called about order ORD-10001: call back at 27 Nov 2026, 9:36 am',
    ],
    [ofOrder({ kind: 'message', subject: 'WhatsApp' }, {}, { wrote: true }), 'wrote to the customer of order ORD-10001'],
    [told('order', 'order ORD-10001', {}, { note: 'Call after six' }), 'wrote a note on order ORD-10001'],
    [
      told('order', 'order ORD-10001', { status: 'pending' }, { status: 'shipped' }),
      'changed order ORD-10001: status pending → shipped',
    ],
    [told('order', 'order ORD-10001', { tags: [] }, { tags: ['gift'] }), 'changed order ORD-10001: tags gift'],
    [told('order', 'order ORD-10001', { tags: ['gift'] }, { tags: [] }), 'changed order ORD-10001: no tags any more'],
    [told('parcel', 'parcel SHP-1 of order ORD-10001', {}, { status: 'preparing' }), 'added parcel SHP-1 of order ORD-10001'],
    [
      money('advance', {}, { amount: 500, method: 'raast', reference: 'FT26' }),
      'booked an advance of Rs. 500 for order ORD-10001 (Raast, FT26)',
    ],
    [money('refund', { amount: 150.5, method: 'cash' }), 'took back a refund of Rs. 150.50 for order ORD-10001 (Cash)'],
    [money('refund', {}, { amount: '•••', method: 'cash' }), 'booked a refund of ••• for order ORD-10001 (Cash)'],
    [
      money('advance_asked', {}, { amount: 300, dueAt: '2026-11-28T15:00:00Z' }),
      'asked for an advance of Rs. 300 for order ORD-10001, until 28 Nov 2026, 8:00 pm',
    ],
    [money('advance_asked', { amount: 300 }), 'no longer asks for an advance for order ORD-10001'],
    [
      money('transfer', {}, { transfer: 'not_found', reference: '0098127736' }),
      'could not find the transfer 0098127736 for order ORD-10001',
    ],
    [told('product', 'Halo Ring', { archivedAt: null }, { archivedAt: '2026-11-26T00:00:00Z' }), 'deleted Halo Ring'],
    [told('product', 'Halo Ring', { isFeatured: false }, { isFeatured: true }), 'changed Halo Ring: now featured'],
    [told('bank_account', 'bank account HBL', { shown: true }, { shown: false }), 'changed bank account HBL: no longer shown'],
    [told('staff', 'staff amna', { role: null }, { role: 'Desk' }), 'added staff amna'],
    [
      told('customer', 'customer Hina', { name: 'Hina', notes: '', tags: [] }, { name: 'Hina B', notes: 'x', tags: ['a'] }),
      'changed customer Hina: name, notes and tags',
    ],
    [told('session', 'sana', {}, { session: 'began' }), 'signed in'],
    [told('other', 'Builds the pages now'), 'did this: Builds the pages now'],
    [told('order', 'order ORD-10001'), 'worked on order ORD-10001'],
    [told('payment', 'Refunds an order', {}, {}, { isRefused: true }), 'was refused: Refunds an order'],
  ] as const)
    expect(text.replaceAll('\u00a0', ' ')).toBe(sentence);
});

test('what was empty and stays so is not told', () => {
  expect(changesOf({ before: { name: 'Hina' }, after: { name: 'Hina B', maxUses: null, tags: [] } })).toEqual([
    { name: 'name', before: 'Hina', after: 'Hina B' },
  ]);
});

test('what somebody did again and again is one entry, but each change of a record is told', () => {
  const entry = (id: string, minute: number, fields: Partial<AuditEntry>): AuditEntry => ({
    id,
    createdAt: `2026-11-27T05:0${minute}:00Z`,
    actorName: 'sana',
    role: 'Owner',
    operation: '',
    requestId: null,
    sessionId: null,
    device: '',
    kind: 'other',
    recordId: null,
    subject: 'Prints labels',
    event: null,
    isRefused: false,
    before: {},
    after: {},
    ...fields,
  });
  const priced = { kind: 'price', subject: 'Halo Ring', before: { price: 1 }, after: { price: 2 } } as const;
  const shown = folded([
    entry('6', 6, {}),
    entry('5', 5, {}),
    entry('4', 4, {}),
    entry('3', 3, { actorName: 'amna' }),
    entry('2', 2, priced),
    entry('1', 1, priced),
  ]);
  expect(shown.map(({ id, times }) => [id, times])).toEqual([
    ['6', 3],
    ['3', undefined],
    ['2', undefined],
    ['1', undefined],
  ]);
  expect(shown.map(timesText)).toEqual([' (3 times since 27 Nov 2026, 10:04 am)', '', '', '']);
});

test('an entry leads to the screen of its record, where it has one', () => {
  const recordId = 'a'.repeat(24);
  expect(recordHref({ kind: 'parcel', subject: 'parcel SHP-1 of order ORD-10001', recordId })).toBe('/admin/orders/ORD-10001');
  expect(recordHref({ kind: 'price', subject: 'Halo Ring', recordId })).toBe(`/admin/products/${recordId}/edit`);
  expect(recordHref({ kind: 'customer', subject: 'customer Hina', recordId })).toBe(`/admin/customers/${recordId}`);
  expect(recordHref({ kind: 'product', subject: 'category Rings', recordId })).toBeNull();
  expect(recordHref({ kind: 'settings', subject: 'limits', recordId: null })).toBeNull();
});
