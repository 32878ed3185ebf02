import { expect, test } from 'vitest';
import { formatCount, formatDay, formatMoment } from './formats.ts';

test('a moment shows on the clock of the shop, wherever the reader is', () => {
  expect(formatMoment('2026-11-20T20:15:00.000Z')).toBe('21 Nov 2026, 1:15 am');
});

test('an evening in London is the next day in the shop, and a day is that day', () => {
  expect(formatDay('2026-11-20T20:15:00.000Z')).toBe('21 Nov 2026');
  expect(formatDay('2026-11-20')).toBe('20 Nov 2026');
});

test('large counts are grouped', () => {
  expect(formatCount(12345)).toBe('12,345');
});
