import { expect, test } from 'vitest';
import {
  formatChange,
  formatCount,
  formatDay,
  formatDaysAgo,
  formatMoment,
  formatShortDay,
  formatShortMoment,
  fromShopClock,
  toShopClock,
} from './formats.ts';

test('times are shown in the shop’s time zone, wherever the reader is', () => {
  expect(formatMoment('2026-11-20T20:15:00.000Z')).toBe('21 Nov 2026, 1:15 am');
  expect(formatShortMoment('2026-11-20T20:15:00.000Z', Date.parse('2026-12-31T18:59:59Z'))).toBe('21 Nov, 1:15 am');
  expect(formatShortMoment('2026-11-20T20:15:00.000Z', Date.parse('2026-12-31T19:00:00Z'))).toBe('21 Nov 2026');
});

test('an evening in London is the next day in the shop, and a plain date stays that day', () => {
  expect(formatDay('2026-11-20T20:15:00.000Z')).toBe('21 Nov 2026');
  expect(formatDay('2026-11-20')).toBe('20 Nov 2026');
  expect(formatShortDay('2026-11-20T20:15:00.000Z', Date.parse('2026-12-31T18:59:59Z'))).toBe('21 Nov');
  expect(formatShortDay('2026-11-20', Date.parse('2026-12-31T19:00:00Z'))).toBe('20 Nov 2026');
});

test('the age of a moment counts the shop’s days, which end at midnight there', () => {
  const now = Date.parse('2026-11-20T20:15:00.000Z');
  const ages = ['2026-11-20T19:05:00.000Z', '2026-11-20T18:55:00.000Z', '2026-11-16T20:15:00.000Z'];
  expect(ages.map((iso) => formatDaysAgo(iso, now))).toEqual(['today', 'yesterday', '4 days ago']);
});

test('a difference has a sign, zero has none', () => {
  expect([5, -2, 0, 12_345, -1_000].map(formatChange)).toEqual(['+5', '-2', '0', '+12,345', '-1,000']);
});

test('large counts are grouped', () => {
  expect(formatCount(12345)).toBe('12,345');
});

test('a typed time is on the shop’s clock, and shown on it again', () => {
  expect(fromShopClock('2026-11-24T16:30')).toBe('2026-11-24T11:30:00.000Z');
  expect(toShopClock('2026-11-24T11:30:00.000Z')).toBe('2026-11-24T16:30');
  expect(toShopClock('2026-12-31T19:00:00.000Z')).toBe('2027-01-01T00:00');
  expect(fromShopClock('')).toBeNull();
});
