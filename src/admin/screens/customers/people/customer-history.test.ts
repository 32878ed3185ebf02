import { expect, test } from 'vitest';
import type { CustomerDetails } from '#domain/customers/contract.ts';
import { historyOf } from './customer-history.ts';
import { nextStep } from './next-step.ts';

const at = (hour: number) => `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`;

const listOf = <Item>(...items: Item[]) => ({ items, total: items.length });

function order(number: string, changes: object = {}) {
  return { id: number, orderNumber: number, status: 'pending', totalAmount: 2050, createdAt: at(1), endedAt: null, ...changes };
}

function parcel(number: string, changes: object = {}) {
  const whole = { id: number, shipmentNumber: number, orderNumber: 'ORD-1', status: 'delivered', carrier: 'TCS' };
  return { ...whole, trackingNumber: '', shippedDate: at(2), endedAt: at(3), createdAt: at(2), ...changes };
}

function details(changes: object = {}): CustomerDetails {
  const orders = [order('ORD-1')];
  const lists = { parcels: null, returns: null, answers: null, messages: null, reviews: null, money: null };
  return { orders, creditHistory: [], record: { orders: 1 }, ...lists, ...changes } as unknown as CustomerDetails;
}

const said = (changes: object) =>
  historyOf(details(changes)).happenings.map(({ what, record }) => `${what} ${record?.name ?? ''}`);

test('what happened is told once, the latest first: a parcel that arrived says that its order did', () => {
  const orders = [order('ORD-1', { status: 'delivered', endedAt: at(3) })];
  expect(said({ orders, parcels: listOf(parcel('SHP-1')) })).toEqual(['Delivered SHP-1', 'Sent SHP-1', 'Ordered ORD-1']);
  expect(said({ orders, parcels: listOf() })).toEqual(['Delivered ORD-1', 'Ordered ORD-1']);
});

test('each end of a parcel and of an order has its word', () => {
  const parcels = listOf(parcel('SHP-1', { status: 'returned', endedAt: at(5) }), parcel('SHP-2', { status: 'failed' }));
  const orders = [order('ORD-1', { status: 'cancelled', endedAt: at(6) })];
  expect(said({ orders, parcels })).toEqual([
    'Cancelled ORD-1',
    'Came back SHP-1',
    'Not delivered SHP-2',
    'Sent SHP-1',
    'Sent SHP-2',
    'Ordered ORD-1',
  ]);
});

test('what somebody wrote stands there in their words, with the record it belongs to', () => {
  const { happenings } = historyOf(
    details({
      orders: [],
      answers: listOf({ id: 'a', orderNumber: 'ORD-1', pressed: 'confirm', body: null, createdAt: at(1) }),
      messages: listOf({ id: 'm', subject: 'Silver', message: 'کیا یہ چاندی ہے؟', status: 'new', createdAt: at(2) }),
      reviews: listOf({
        ...{ id: 'r', productId: 'p', productName: 'Halo Ring', rating: 4, comment: 'Lovely', createdAt: at(3) },
        ...{ isPublished: false, awaitsStaff: true },
      }),
    }),
  );
  expect(happenings).toMatchObject([
    { what: 'Reviewed', facts: 'Halo Ring · 4 of 5 stars · waits for you', words: 'Lovely' },
    { what: 'Wrote', facts: 'Silver', words: 'کیا یہ چاندی ہے؟' },
    { what: 'Answered by WhatsApp', facts: 'pressed Confirm', record: { href: '/admin/orders/ORD-1' } },
  ]);
});

test('fifty are told, and that there was more', () => {
  const orders = Array.from({ length: 51 }, (_, n) => order(`ORD-${n}`));
  expect(historyOf(details({ orders, record: { orders: 51 } }))).toMatchObject({ isCut: true, happenings: { length: 50 } });
  expect(historyOf(details()).isCut).toBe(false);
  expect(historyOf(details({ messages: { items: [], total: 3 } })).isCut).toBe(true);
});

test('the next step is money that waits for the shop, then a message, then the open order', () => {
  const refund = { orderNumber: 'ORD-1', returnNumber: 'RET-1', waitsFor: 'shop' };
  const owing = details({
    money: { refunds: [{ ...refund, returnNumber: 'RET-2', waitsFor: 'pieces' }, refund] },
    messages: listOf({ status: 'read' }),
  });
  expect(nextStep(owing, ['refund'])).toEqual({ text: 'Pay back RET-1', href: '/admin/returns/RET-1' });
  expect(nextStep(owing, [])?.text).toBe('Answer message');
  expect(nextStep(details({ messages: listOf({ status: 'done' }) }), [])?.text).toBe('Open ORD-1');
  expect(nextStep(details({ orders: [order('ORD-1', { status: 'delivered' })] }), [])).toBeNull();
});
