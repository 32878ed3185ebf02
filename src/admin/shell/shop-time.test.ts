import { expect, test } from 'vitest';
import { formatMoment } from './shop-time.ts';

test('a moment shows on the clock of the shop, wherever the reader is', () => {
  expect(formatMoment('2026-11-20T20:15:00.000Z')).toBe('21 Nov 2026, 1:15 am');
});
