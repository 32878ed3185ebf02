import { defineList } from '#admin/kit/define-record.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { type Review, review, reviewQuery, staffReview } from '#domain/reviews/contract.ts';

/** The reviews, as staff see them. */
export const reviews = defineList({ plural: 'reviews', api: '/reviews', schema: staffReview, query: reviewQuery });

export function putReviewVisibility(id: string, isPublished: boolean): Promise<Review> {
  return callStaffApi('PUT', `/reviews/${id}/visibility`, { body: { isPublished }, schema: review });
}

export function putReviewAnswer(id: string, answer: string): Promise<Review> {
  return callStaffApi('PUT', `/reviews/${id}/answer`, { body: { answer }, schema: review });
}

export function putPhotoVisibility(id: string, photo: string, isShown: boolean): Promise<Review> {
  return callStaffApi('PUT', `/reviews/${id}/photos/${photo}/visibility`, { body: { isShown }, schema: review });
}

export function deleteReviewPhoto(id: string, photo: string): Promise<Review> {
  return callStaffApi('DELETE', `/reviews/${id}/photos/${photo}`, { schema: review });
}

export function deleteReview(id: string): Promise<Review> {
  return callStaffApi('DELETE', `/reviews/${id}`, { schema: review });
}
