import { expect, test } from 'vitest';
import { type NextFacts, whatComesNext } from './what-comes-next.ts';

const EXPECTED = { from: '2026-11-27', to: '2026-11-28' };

const order = (changes: Partial<NextFacts> = {}): NextFacts => ({
  status: 'pending' as const,
  isCollected: false,
  totalAmount: 3490,
  shipments: [],
  expected: EXPECTED,
  ...changes,
});

const parcel = (status: string, number = 'SHP-1001') => ({
  shipmentNumber: number,
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

const ASKED = { cancellationAskedAt: '2026-11-24T08:00:00Z', cancellationAnsweredAt: null };
const QUESTION = { id: 'q', reason: 'refused', dueBy: null, answer: null, answeredAt: null, outcome: null };
const ON_THE_WAY = { status: 'shipped' as const, shipments: [parcel('in_transit')] };
const steps = (...told: ('out_for_delivery' | 'attempted' | 'coming_back')[]) => ({
  ...ON_THE_WAY,
  parcels: [{ shipmentNumber: 'SHP-1001', steps: told.map((step) => ({ step, at: '2026-11-27T08:00:00Z' })) }],
});

// What comes first in a row wins over what stands behind it.
test.each([
  ['unconfirmed', {}, 'we confirm your order and pack it'],
  ['confirmed', { isConfirmed: true }, 'Next: we pack your order. Expected'],
  ['no pieces set aside', { awaitsProof: true, isConfirmed: false }, 'Next: we call you, and set your pieces aside'],
  ['an advance due', { advanceWaitsFor: 'payment', isConfirmed: true }, 'Next: you pay in advance.'],
  ['an advance sent', { advanceWaitsFor: 'check', isConfirmed: true }, 'Next: we look for your transfer'],
  ['an advance due while it is processed', { status: 'processing', advanceWaitsFor: 'payment' }, 'Next: you pay in advance.'],
  ['collected, with an advance due', { isCollected: true, advanceWaitsFor: 'payment' }, 'Next: you pay in advance.'],
  ['asked to cancel', { ...ASKED, advanceWaitsFor: 'payment' }, 'Next: we contact you about your wish to cancel.'],
  ['asked to cancel, and kept', { ...ASKED, cancellationAnsweredAt: '2026-11-25T08:00:00Z', isConfirmed: true }, 'we pack'],
  ['asked to cancel, and cancelled', { ...ASKED, status: 'cancelled' }, ''],
  ['asked what the courier shall do', { ...steps('attempted'), deliveryQuestion: QUESTION }, 'Next: you tell us what'],
  [
    'told, and the courier takes advice',
    { ...ON_THE_WAY, deliveryQuestion: { ...QUESTION, answer: 'tomorrow', outcome: 'advice' } },
    'Next: the courier does what you told us.',
  ],
  [
    'told, and the shop calls',
    { ...ON_THE_WAY, deliveryQuestion: { ...QUESTION, answer: 'nobody_came', outcome: 'call' } },
    'Next: we call you about what you told us',
  ],
  [
    'attempted, and nothing asked',
    steps('out_for_delivery', 'attempted'),
    'The rider could not hand over your parcel. Next: the courier',
  ],
  ['out again after an attempt', steps('attempted', 'out_for_delivery'), 'Next: the courier brings your parcel.'],
  ['on its way back', steps('attempted', 'coming_back'), 'Your parcel is on its way back to us. Next: we call you.'],
  [
    'a second parcel after one that came back',
    { ...steps('coming_back'), shipments: [parcel('returned'), parcel('shipped', 'SHP-1002')] },
    'Next: the courier brings your parcel.',
  ],
] as [string, Partial<NextFacts>, string][])('%s', (_, facts, says) => {
  const next = whatComesNext(order(facts));
  if (says) expect(next).toContain(says);
  else expect(next).toBe('');
});
