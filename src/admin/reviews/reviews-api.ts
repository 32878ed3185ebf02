import * as z from 'zod';
import { listFilters } from '#admin/kit/list-filters.ts';
import { callStaffApi, callStaffApiPage } from '#admin/platform/staff-api.ts';
import { type Review, review, reviewQuery, staffReview } from '#shared/schemas/reviews.ts';

export const reviewFilters = listFilters(reviewQuery);

export type ReviewFilters = typeof reviewFilters.defaults;

export function fetchReviews(filters: ReviewFilters & { limit: number }, signal?: AbortSignal) {
  return callStaffApiPage('/reviews', { query: filters, schema: z.array(staffReview), signal });
}

export function putReviewVisibility(id: string, isPublished: boolean): Promise<Review> {
  return callStaffApi('PUT', `/reviews/${id}/visibility`, { body: { isPublished }, schema: review });
}

export function putReviewAnswer(id: string, answer: string): Promise<Review> {
  return callStaffApi('PUT', `/reviews/${id}/answer`, { body: { answer }, schema: review });
}

export function deleteReview(id: string): Promise<Review> {
  return callStaffApi('DELETE', `/reviews/${id}`, { schema: review });
}
