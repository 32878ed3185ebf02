import { expect, test } from 'vitest';
import { ratingOf, starCounts } from './star-counts.ts';

const given = (...ratings: number[]) => ratingOf(starCounts(ratings.map((rating) => ({ rating }))));

test('the rating is the average of the stars, rounded to one decimal', () => {
  expect(given(5, 4, 4)).toEqual({ rating: 4.3, reviewCount: 3 });
  expect(given(1, 2, 2, 2)).toEqual({ rating: 1.8, reviewCount: 4 });
});

test('without reviews there is no rating', () => {
  expect(given()).toEqual({ rating: 0, reviewCount: 0 });
});
