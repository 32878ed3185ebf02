import type * as z from 'zod';
import { callApi, callApiPage } from '#browser/api.ts';
import type { newReview, Review, UploadedReviewPhoto, writtenReview } from '#domain/reviews/contract.ts';
import type { OwnReview } from './own-reviews.ts';
import { ratingOf, starCounts } from './star-counts.ts';

/** What the shopper types. */
export type ReviewInput = Pick<z.input<typeof newReview>, 'userName' | 'rating' | 'comment' | 'contact' | 'token' | 'photos'>;

const PAGE_SIZE = 100;
const RATING_UPDATE_DELAY_MS = 300;

/** Enough for a few hundred kilobytes over a weak mobile network. */
const UPLOAD_TIMEOUT_MS = 120_000;

/** All reviews of a product, newest first. @throws ApiFailure */
export async function loadReviews(productId: string): Promise<Review[]> {
  const reviews: Review[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { items, pagination } = await callApiPage<Review[]>(`/products/${productId}/reviews`, {
      query: { page, limit: PAGE_SIZE },
    });
    reviews.push(...items);
    pages = pagination.totalPages;
  }
  return reviews;
}

/** Posts a review. The returned token permits editing and deleting it. @throws ApiFailure */
export function postReview(productId: string, body: ReviewInput): Promise<z.output<typeof writtenReview>> {
  return callApi('POST', `/products/${productId}/reviews`, { body, honeypot: true });
}

/** Sends a photo for a review that is being written. @throws ApiFailure */
export function postReviewPhoto(photo: Blob, fileName: string): Promise<UploadedReviewPhoto> {
  const body = new FormData();
  body.append('file', photo, fileName);
  return callApi('POST', '/upload/review-photo', { body, timeoutMs: UPLOAD_TIMEOUT_MS });
}

/** @throws ApiFailure */
export function changeReview({ id, editToken }: OwnReview, { rating, comment }: ReviewInput): Promise<Review> {
  return callApi('PUT', `/reviews/${id}`, { body: { rating, comment }, headers: { 'X-Edit-Token': editToken } });
}

/** @throws ApiFailure */
export function deleteReview({ id, editToken }: OwnReview): Promise<Review> {
  return callApi('DELETE', `/reviews/${id}`, { headers: { 'X-Edit-Token': editToken } });
}

/**
 * Asks the server to recompute the product's rating after its reviews changed, then dispatches `productRatingUpdated`.
 * The database computes ratings itself, so a failed call does no harm.
 */
export function updateRating(productId: string, reviews: Pick<Review, 'rating'>[]): void {
  setTimeout(async () => {
    try {
      await callApi('PUT', `/products/${productId}`, { body: ratingOf(starCounts(reviews)) });
    } catch (failure) {
      console.warn('The rating could not be updated', failure);
    }
    window.dispatchEvent(new CustomEvent('productRatingUpdated', { detail: { productId } }));
  }, RATING_UPDATE_DELAY_MS);
}
