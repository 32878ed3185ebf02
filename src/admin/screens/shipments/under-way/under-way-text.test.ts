import { expect, test } from 'vitest';
import { formatPrice } from '#admin/kit/price-text.ts';
import { ANSWER_TEXTS, DELIVERY_ANSWERS } from '#domain/couriers/attempt-answers.ts';
import { ATTEMPT_REASONS } from '#domain/couriers/parcel-status.ts';
import { PARCEL_LISTS, type ParcelUnderWay } from '#domain/shipments/under-way.ts';
import { actionsFor } from './parcel-actions.ts';
import { attemptText, nextStepText, timeLeftText, unclearText, whatToSay } from './under-way-text.ts';

const NOW = Date.parse('2026-11-26T06:00:00Z');

const parcel: ParcelUnderWay = {
  id: 'a'.repeat(24),
  shipmentId: 'b'.repeat(24),
  shipmentNumber: 'SHP-1',
  shipmentStatus: 'out_for_delivery',
  shipmentUpdatedAt: '2026-11-26T05:00:00Z',
  orderId: 'c'.repeat(24),
  orderNumber: 'ORD-1',
  courier: 'PostEx',
  takesAdvice: true,
  isGeneric: false,
  trackingNumber: '2241',
  collect: 1500,
  worth: 1300,
  recipientName: 'Hina',
  recipientPhone: '+923001234567',
  city: 'Lahore',
  status: 'attempted',
  reason: 'refused',
  attempts: 1,
  statusSince: '2026-11-26T05:00:00Z',
  lastLabel: 'Refused',
  lastEventAt: '2026-11-26T05:00:00Z',
  promisedBy: '2026-11-28',
  adviceDueBy: '2026-11-27T05:00:00Z',
  contradiction: null,
  refusedBecause: null,
  isUnclear: false,
  pollProblem: '',
  deskStep: 'call',
  question: { askAt: '2026-11-26T05:00:00Z', byMail: true, askedAt: null, answer: null, answeredAt: null },
  advice: null,
  calls: [],
  claim: null,
};

const question = { askAt: '2026-11-26T05:00:00Z', byMail: true, askedAt: null, answeredAt: null };

test('a deadline is told as the time that is left, or since when it is over', () => {
  const left = (until: string) => timeLeftText(until, NOW);
  expect(left('2026-11-26T06:59:00Z')).toBe('59 min left');
  expect(left('2026-11-26T09:20:00Z')).toBe('3 h 20 min left');
  expect(left('2026-11-26T08:00:00Z')).toBe('2 h left');
  expect(left('2026-11-28T07:00:00Z')).toBe('2 days left');
  expect(left('2026-11-26T05:00:00Z')).toBe('overdue by 1 h');
});

test('attempts are counted, with the reason of the last', () => {
  expect(attemptText({ attempts: 0, reason: '' })).toBe('');
  expect(attemptText({ attempts: 2, reason: 'not_available' })).toBe('Second attempt: nobody there');
  expect(attemptText({ attempts: 4, reason: '' })).toBe('4th attempt');
});

test('there is something to say for each answer and each reason, and to each answer something of its own', () => {
  for (const reason of ['', ...ATTEMPT_REASONS] as const) expect(whatToSay({ question: null, reason }).length).toBeGreaterThan(0);
  const said = DELIVERY_ANSWERS.map((answer) => whatToSay({ question: { ...question, answer }, reason: 'refused' }).join(' '));
  expect(new Set(said).size).toBe(DELIVERY_ANSWERS.length);
});

test.each(DELIVERY_ANSWERS)('the next step quotes the answer %s', (answer) => {
  for (const deskStep of ['call', 'advise'] as const)
    expect(nextStepText('attempts', { ...parcel, deskStep, question: { ...question, answer } }, NOW)).toContain(
      ANSWER_TEXTS[answer],
    );
});

test('every list says what to do, with sums only for whoever sees them', () => {
  for (const list of PARCEL_LISTS) expect(nextStepText(list, parcel, NOW), list).toMatch(/\.$/);
  expect(nextStepText('lost', parcel, NOW)).toBe(`Claim ${formatPrice(1300)} from PostEx.`);
  expect(nextStepText('lost', { ...parcel, worth: null as never }, NOW)).toBe('Claim it from PostEx.');
  const claim = { amount: 900, deadline: '2026-11-25', state: 'asked' as const, notes: '', updatedAt: '2026-11-20T06:00:00Z' };
  expect(nextStepText('lost', { ...parcel, claim }, NOW)).toBe(
    `PostEx has not answered the claim for ${formatPrice(900)} in time: ask again.`,
  );
  expect(
    nextStepText('lost', { ...parcel, claim: { ...claim, state: 'open', deadline: '2026-11-30', amount: null as never } }, NOW),
  ).toBe('Send the claim to PostEx by 30 Nov 2026.');
});

test('what does not fit is said with both words', () => {
  expect(unclearText({ ...parcel, isUnclear: true, status: 'delivered', contradiction: 'return_started' })).toBe(
    'PostEx first said “delivered”, then “on its way back”: find out which is true.',
  );
  expect(unclearText({ ...parcel, isUnclear: true, status: 'delivered', shipmentStatus: 'returned' })).toBe(
    'PostEx says “delivered”, the shop has it as returned.',
  );
});

test('what is due comes first, and a courier that answers itself is given no words', () => {
  const names = (list: (typeof PARCEL_LISTS)[number], changes: Partial<ParcelUnderWay> = {}) =>
    actionsFor(list, { ...parcel, ...changes }).map(({ action }) => action);
  expect(names('attempts')).toEqual(['call', 'advise']);
  expect(names('attempts', { deskStep: 'advise', isGeneric: true })).toEqual(['advise', 'call', 'word']);
  expect(names('attempts', { deskStep: 'settle' })).toEqual(['outcome']);
  expect(names('late')).toEqual([]);
  expect(names('not_received')).toEqual(['receive', 'claim', 'end']);
  expect(names('unclear', { isUnclear: true })).toEqual(['settle']);
  expect(actionsFor('attempts', { ...parcel, deskStep: 'ask' })[0]?.text).toBe('Ask');
});
