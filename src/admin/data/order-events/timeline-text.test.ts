import { expect, test } from 'vitest';
import type { OrderEvent } from '#domain/orders/timeline.ts';
import { eventLines, toldEvents } from './timeline-text.ts';

const event = (fields: Partial<OrderEvent>): OrderEvent => ({
  id: '66f2a1c09b3e4d0012a4b101',
  kind: 'order',
  subject: '',
  before: null,
  after: null,
  note: '',
  actorName: 'sana',
  createdAt: '2026-11-20T09:30:00.000Z',
  ...fields,
});

test.each<[Partial<OrderEvent>, string[]]>([
  [{ kind: 'placed', after: { source: 'whatsapp' } }, ['Order placed · WhatsApp']],
  [
    { before: { status: 'pending', city: 'Lahore' }, after: { status: 'processing', city: '' } },
    ['Status: pending → processing', 'City: Lahore → –'],
  ],
  [
    { subject: 'blocked', after: { block: 'do_not_ship' }, note: 'Pays at the counter' },
    ['Placed for a blocked customer (do not ship): Pays at the counter'],
  ],
  [
    { kind: 'payment', subject: 'advance_asked', after: { amount: 500, dueAt: '2026-11-21T08:00:00Z' }, note: 'Large order' },
    ['Advance asked: Rs.\u00a0500, until 21 Nov 2026, 1:00 pm', 'Large order'],
  ],
  [{ kind: 'payment', subject: 'advance_asked', before: { amount: 500 } }, ['Advance no longer asked: Rs.\u00a0500']],
  [
    { kind: 'payment', subject: 'transfer', after: { transfer: 'sent', reference: 'FT26', photo: 'sent' } },
    ['The customer sent a transfer: FT26, with a photo'],
  ],
  [
    { kind: 'payment', subject: 'transfer', after: { transfer: 'not_found' }, note: 'Not yet' },
    ['Transfer not found', 'Not yet'],
  ],
  [
    { kind: 'payment', subject: 'advance', after: { amount: '500.00', method: 'raast', reference: 'FT26' } },
    ['Advance: Rs.\u00a0500, Raast, FT26'],
  ],
  [
    { kind: 'payment', subject: 'refund', after: { amount: '•••', method: 'raast' }, note: 'To •••' },
    ['Refund: •••, Raast', 'To •••'],
  ],
  [
    { before: { customerName: '•••', totalAmount: '•••' }, after: { customerName: '•••', totalAmount: '•••' } },
    ['Name: ••• → •••', 'Total: ••• → •••'],
  ],
  [
    { kind: 'parcel', subject: 'SHP-1', after: { claimWith: 'TCS', claimed: 2500, claimUntil: '2026-12-15', claim: 'asked' } },
    ['Parcel SHP-1: claim with TCS, claimed Rs.\u00a02,500, claim until 2026-12-15, claim asked'],
  ],
  [{ before: { totalAmount: '2050.00' }, after: { totalAmount: 1200 } }, ['Total: Rs.\u00a02,050 → Rs.\u00a01,200']],
  [
    {
      before: { discount: '200.00', discountCode: 'EID10' },
      after: { discount: 0, discountCode: null },
    },
    ['Discount: Rs.\u00a0200 → Rs.\u00a00', 'Code: EID10 → –'],
  ],
  [
    { kind: 'payment', subject: 'refund', after: { amount: 500, method: 'raast', reference: '7001' }, note: 'Scratched' },
    ['Refund: Rs.\u00a0500, Raast, 7001', 'Scratched'],
  ],
  [
    { kind: 'payment', subject: 'advance', before: { amount: '500.00', method: 'bank_transfer' }, note: 'Of another order' },
    ['Advance, taken back: Rs.\u00a0500, Bank transfer', 'Of another order'],
  ],
  [
    { kind: 'payment', subject: 'credit_used', after: { amount: 300, method: 'store_credit' } },
    ['Store credit used: Rs.\u00a0300'],
  ],
  [{ before: { tags: [] }, after: { tags: ['gift', 'vip'] } }, ['Tags: – → gift, vip']],
  [{ before: { archivedAt: null }, after: { archivedAt: '2026-11-20T09:30:00Z' } }, ['Deleted']],
  [
    { kind: 'parcel', subject: 'SHP-1001', after: { status: 'preparing', carrier: 'TCS' } },
    ['Parcel SHP-1001: status preparing, carrier TCS'],
  ],
  [
    { kind: 'parcel', subject: 'SHP-1001', before: { status: 'in_transit' }, after: { status: 'delivered' } },
    ['Parcel SHP-1001: status: in transit → delivered'],
  ],
  [
    {
      kind: 'items',
      before: { items: [{ name: 'Halo Ring', size: '7', color: null, quantity: 1 }] },
      after: { items: [{ name: 'Halo Ring', size: '8', color: null, quantity: 2 }] },
    },
    ['Items: 1 × Halo Ring (7) → 2 × Halo Ring (8)'],
  ],
  [
    {
      kind: 'items',
      before: { items: [] },
      after: { items: [{ name: 'Halo Ring', quantity: 1 }] },
      note: 'Added by the customer',
    },
    ['Items:  → 1 × Halo Ring', 'Added by the customer'],
  ],
  [{ kind: 'note', note: 'Wants a gift box' }, ['Wants a gift box']],
  [{ kind: 'mail', subject: 'a@example.com', after: { status: 'sent' } }, ['Mail sent to a@example.com']],
])('%j says %j', (fields, lines) => {
  expect(eventLines(event(fields))).toEqual(lines);
});

test('the latest is told first, and what says nothing to a reader is left out', () => {
  const told = toldEvents([
    event({ kind: 'placed' }),
    event({ before: { mergedInto: null }, after: { mergedInto: '66f2a1c09b3e4d0012a4b102' } }),
    event({ kind: 'note', note: 'Merged into ORD-1' }),
  ]);
  expect(told.map(({ lines }) => lines)).toEqual([['Merged into ORD-1'], ['Order placed']]);
});
