import { expect, test } from 'vitest';
import { whatComesNext } from './what-comes-next.ts';

const EXPECTED = { from: '2026-11-27', to: '2026-11-28' };

const order = (changes: Partial<Parameters<typeof whatComesNext>[0]> = {}) => ({
  status: 'pending' as const,
  isCollected: false,
  totalAmount: 3490,
  shipments: [],
  expected: EXPECTED,
  ...changes,
});

const parcel = (status: string) => ({
  shipmentNumber: 'SHP-1001',
  status,
  carrier: 'TCS',
  trackingNumber: '',
  shippedDate: null,
  estimatedDeliveryDate: null,
});

test('an open order says what happens next, and when', () => {
  expect(whatComesNext(order())).toBe(
    'Next: we confirm your order and pack it. Expected between 27 November 2026 and 28 November 2026.',
  );
  expect(whatComesNext(order({ status: 'processing' }))).toMatch(/^Next: your parcel goes to the courier\. Expected between/);
  expect(
    whatComesNext(order({ status: 'shipped', shipments: [parcel('in_transit')], expected: { ...EXPECTED, from: EXPECTED.to } })),
  ).toBe('Next: the courier brings your parcel. Expected on 28 November 2026. Please have Rs.\u00a03,490 in cash ready.');
});

test('on its day the shopper is asked for the cash, and nobody is promised a day that is not known', () => {
  const shipments = [parcel('out_for_delivery')];
  expect(whatComesNext(order({ status: 'shipped', shipments }))).toBe(
    'Next: the courier rings at your door today. Please have Rs.\u00a03,490 in cash ready.',
  );
  expect(whatComesNext(order({ expected: null }))).toBe('Next: we confirm your order and pack it.');
});

test('who has paid before is asked for the rest, or for nothing', () => {
  const paid = { advance: 500, credit: 0, collected: 0, refunded: 0, due: 2990, toRefund: 0 };
  const shipped = { status: 'shipped', shipments: [parcel('out_for_delivery')] } as const;
  expect(whatComesNext(order({ ...shipped, shipments: [...shipped.shipments], paid }))).toContain(
    'Please have Rs.\u00a02,990 in cash',
  );
  expect(
    whatComesNext(order({ ...shipped, shipments: [...shipped.shipments], paid: { ...paid, advance: 3490, due: 0 } })),
  ).toContain('Nothing is left to pay.');
});

test('a parcel that failed or came back is said, unless another one is under way', () => {
  expect(whatComesNext(order({ status: 'shipped', shipments: [parcel('failed')] }))).toContain('could not deliver');
  expect(whatComesNext(order({ status: 'shipped', shipments: [parcel('returned')] }))).toContain('came back to us');
  expect(whatComesNext(order({ status: 'shipped', shipments: [parcel('failed'), parcel('shipped')] }))).toContain(
    'brings your parcel',
  );
});

test('what is collected needs no courier, and what is over has nothing next', () => {
  expect(whatComesNext(order({ isCollected: true }))).toBe('Next: we tell you when it is ready to collect.');
  for (const status of ['delivered', 'cancelled'] as const) expect(whatComesNext(order({ status }))).toBe('');
});
