import { expect, test } from 'vitest';
import type { DiscountCode } from '#domain/discounts/contract.ts';
import { stateLabel, termsText, usesText } from './code-text.ts';
import { code } from './example-code.ts';

const NAMES = new Map([
  ['rings', 'Rings'],
  ['jhumkas', 'Jhumkas'],
]);
const ID = '65a1b2c3d4e5f60718293a4b';

test.each<[Partial<DiscountCode>, string]>([
  [{}, '10% off'],
  [
    { categories: ['rings'], minimum: 3000, oncePerPhone: true, endsAt: '2026-12-31T18:59:00.000Z' },
    '10% off Rings, from Rs.\u00a03,000, once per phone, until 31 Dec 2026',
  ],
  [{ kind: 'sum', value: 300, newCustomersOnly: true }, 'Rs.\u00a0300 off, first orders only'],
  [{ categories: ['rings', 'jhumkas', 'gone'], productIds: [ID] }, '10% off Rings, Jhumkas, gone and 1 product'],
  [{ target: 'delivery', value: 100 }, 'Free delivery'],
  [{ target: 'delivery', value: 50, productIds: [ID, ID] }, '50% off delivery with 2 products'],
  [{ endsAt: '2026-12-31T07:00:00.000Z' }, '10% off, until 31 Dec 2026, 12:00 pm'],
])('a code with %o takes off: %s', (terms, text) => {
  expect(termsText({ ...code, ...terms }, NAMES)).toBe(text);
});

const NOW = Date.parse('2026-11-20T09:00:00.000Z');

test.each<[Partial<DiscountCode>, string]>([
  [{}, 'Running'],
  [{ endsAt: '2026-12-31T18:59:00.000Z' }, 'Running'],
  [{ endsAt: '2026-11-25T18:59:00.000Z' }, 'Ends 25 Nov 2026'],
  [{ endsAt: '2026-11-20T09:00:00.000Z', isPaused: true }, 'Ended'],
  [{ startsAt: '2026-11-30T19:00:00.000Z' }, 'Starts 1 Dec 2026'],
  [{ startsAt: '2026-11-30T19:00:00.000Z', isPaused: true }, 'Paused'],
  [{ uses: 50, maxUses: 50 }, 'Used up'],
  [{ uses: 49, maxUses: 50 }, 'Running'],
])('on 20 November a code with %o is %s', (terms, text) => {
  expect(stateLabel({ ...code, ...terms }, NOW).text).toBe(text);
});

test('uses are of how many, where they are limited', () => {
  expect([usesText({ uses: 12, maxUses: 50 }), usesText({ uses: 12, maxUses: null })]).toEqual(['12 of 50', '12']);
});
