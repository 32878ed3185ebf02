import { expect, test } from 'vitest';
import { reviewDay } from './ReviewItem.tsx';

test('a review of the evening in UTC was written the next day in Pakistan', () => {
  expect(reviewDay('2026-10-11T20:00:00.000Z')).toBe('12 Oct 2026');
});
