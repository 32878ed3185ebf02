import { expect, test } from 'vitest';
import { reviewDay } from './ReviewItem.tsx';

test('a review written in the evening in UTC has the next day’s date in Pakistan', () => {
  expect(reviewDay('2026-10-11T20:00:00.000Z')).toBe('12 Oct 2026');
});
