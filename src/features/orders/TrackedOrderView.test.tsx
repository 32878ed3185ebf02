import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { TrackedOrder } from '#domain/orders/tracking-contract.ts';
import { TrackedOrderView } from './TrackedOrderView.tsx';

const order: TrackedOrder = {
  orderNumber: 'ORD-10042',
  status: 'pending',
  isCollected: false,
  createdAt: '2026-11-20T08:00:00.000Z',
  updatedAt: '2026-11-20T08:00:00.000Z',
  totalAmount: 2500,
  isConfirmed: false,
  awaitsProof: false,
  cancellationAskedAt: null,
  cancellationAnsweredAt: null,
  mergedInto: null,
  mergedFrom: [],
  items: [
    { productName: 'Moon Pendant', productImage: null, selectedColor: 'Gold', selectedSize: null, quantity: 2, price: 1150 },
  ] as TrackedOrder['items'],
  shipments: [],
  expected: { from: '2026-11-24', to: '2026-11-25' },
};

const shown = (changes: Partial<TrackedOrder> = {}) =>
  renderToStaticMarkup(<TrackedOrderView order={{ ...order, ...changes }} />);
const textOf = (changes?: Partial<TrackedOrder>) =>
  shown(changes)
    .replace(/<[^>]+>/g, '|')
    .replace(/\|+/g, '|');

test('an order that was merged says where its pieces are, and the other one whose it has', () => {
  const merged = shown({ status: 'cancelled', mergedInto: 'ORD-10041' });
  expect(merged).toContain('href="/track?orderNumber=ORD-10041"');
  expect(merged).toContain('in one parcel: you pay once, there.');
  expect(merged).not.toContain('will not be delivered');
  expect(textOf({ mergedFrom: ['ORD-10043', 'ORD-10044'] })).toContain('With the pieces of ORD-10043 and ORD-10044');
});

test('an order shows its pieces with line sums, its total and what comes next', () => {
  for (const text of [
    'Colour: Gold · Qty: 2',
    'Rs.\u00a02,300',
    'Rs.\u00a02,500',
    'Your parcel has not left yet.',
    'Expected between',
  ])
    expect(textOf()).toContain(text);
  expect(shown()).toMatch(/<li aria-current="step"(?:(?!<\/li>).)*Order placed/);
});

test('what was taken off stands above the total, and only where there is something', () => {
  expect(textOf()).not.toContain('Discount');
  expect(textOf({ deliveryDiscount: 200, discountCode: 'EID10' })).toContain('Discount (EID10)|−Rs.\u00a0200|');
  expect(textOf({ discount: 150 })).toContain('Discount|−Rs.\u00a0150|');
});

test('what was paid stands below the total, with what is due, and only where something was', () => {
  expect(textOf()).not.toContain('Due on delivery');
  const paid = { advance: 500, credit: 0, collected: 0, refunded: 0, due: 2000, toRefund: 0 };
  expect(textOf({ paid })).toContain('|Paid in advance|−Rs.\u00a0500|Due on delivery|Rs.\u00a02,000|');
});

test('a parcel shows its carrier, tracking number and status', () => {
  const parcel = { shipmentNumber: 'SHP-1001', status: 'in_transit', carrier: 'TCS', trackingNumber: 'TCS-777' };
  const text = textOf({ status: 'shipped', shipments: [{ ...parcel, shippedDate: null, estimatedDeliveryDate: null }] });
  for (const fact of ['SHP-1001', 'In transit', 'TCS', 'TCS-777']) expect(text).toContain(`|${fact}|`);
});

test('an order that is collected in the shop shows no word of a parcel, a cancelled one that it will not come', () => {
  const collected = textOf({ isCollected: true, status: 'delivered', expected: null });
  expect(collected).toContain('Collected in the shop');
  expect(collected).not.toMatch(/parcel|with delivery|On its way|Delivered/);
  expect(textOf({ status: 'cancelled' })).toContain('This order will not be delivered.');
});

test('while the shopper is asked about an attempt, nothing says that the courier rings today', () => {
  const shipments = [
    {
      shipmentNumber: 'SHP-1',
      status: 'out_for_delivery',
      carrier: '',
      trackingNumber: '',
      shippedDate: null,
      estimatedDeliveryDate: null,
    },
  ] as unknown as TrackedOrder['shipments'];
  const attempted = { ...order, status: 'shipped' as const, shipments };
  const deliveryQuestion = { id: 'q', reason: 'refused', dueBy: null, answer: null, answeredAt: null, outcome: null };
  const page = (asked: object) => renderToStaticMarkup(<TrackedOrderView order={{ ...attempted, ...asked }} />);
  expect(page({})).toContain('rings at your door today');
  expect(page({ deliveryQuestion })).not.toContain('rings at your door today');
});

test('every attempt to deliver stands below the steps, with its day and the reason', () => {
  const at = (day: number) => `2026-11-${day}T11:00:00.000Z`;
  const steps = [
    { step: 'out_for_delivery' as const, at: at(26) },
    { step: 'attempted' as const, reason: 'not_available', at: at(26) },
    { step: 'attempted' as const, at: at(27) },
  ];
  const text = textOf({ status: 'shipped', parcels: [{ shipmentNumber: 'SHP-1', steps }] });
  expect(text).toContain('Thu 26 Nov, 4:00 pm| The rider could not hand it over. The rider says that nobody was there.|');
  expect(text).toContain('Fri 27 Nov, 4:00 pm| The rider could not hand it over|');
});
