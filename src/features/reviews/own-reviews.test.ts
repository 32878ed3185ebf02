import { beforeEach, expect, test } from 'vitest';
import type { Review } from '#domain/reviews/contract.ts';
import { $ownReviews, parseOwnReviews, removeOwnReview, saveOwnReview } from './own-reviews.ts';

const review: Review = {
  id: 'a'.repeat(24),
  _id: 'a'.repeat(24),
  productId: 'b'.repeat(24),
  userId: '',
  userName: 'Sana',
  rating: 4,
  comment: 'Lovely',
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: null,
  answer: '',
  answeredAt: null,
  boughtHere: false,
  awaitsStaff: false,
  photos: [],
};

beforeEach(() => $ownReviews.set([]));

test('an edited review is stored once, with its token', () => {
  saveOwnReview(review, 'Halo Ring', 'token');
  saveOwnReview({ ...review, rating: 5 }, 'Halo Ring', 'token');
  expect($ownReviews.get()).toMatchObject([{ id: review.id, productName: 'Halo Ring', rating: 5, editToken: 'token' }]);
  removeOwnReview(review.id);
  expect($ownReviews.get()).toEqual([]);
});

test('unreadable reviews are dropped, the rest survives', () => {
  const kept = { id: 'x', productId: 'y', editToken: 'z', comment: 7 };
  expect(parseOwnReviews([null, 'x', { id: 'x' }, kept])).toMatchObject([{ id: 'x', comment: '', rating: 0 }]);
  expect(parseOwnReviews({ broken: true })).toEqual([]);
});
