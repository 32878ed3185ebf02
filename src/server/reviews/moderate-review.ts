import { callPage, read } from '#server/database/calls.ts';
import type { Call, StaffCall } from '#server/http/operation.ts';
import type { ReviewAnswer, ReviewQuery, ReviewVisibility } from '#shared/schemas/reviews.ts';
import { reviewNotFound } from './edit-review.ts';

type OneReview = { id: string };

/** Every review, newest first, hidden ones included. */
export function listAllReviews({ db, query }: Call<unknown, ReviewQuery>) {
  const { published = null, rating: stars = null, answered = null } = query;
  return callPage(db, 'review_page', { published, stars, answered }, query);
}

/** Shows a review to shoppers or hides it; the product's rating follows. @throws ApiError 404 `review_not_found` */
export function setReviewVisibility({ db, params, body }: StaffCall<ReviewVisibility, unknown, OneReview>) {
  return changeReview(
    db.from('reviews').update({ is_published: body.isPublished }).eq('id', params.id).select('*').maybeSingle(),
  );
}

/** Answers a review in public, or takes the answer back. @throws ApiError 404 `review_not_found` */
export function answerReview({ db, params, body: { answer } }: StaffCall<ReviewAnswer, unknown, OneReview>) {
  const answered = { answer, answered_at: answer ? new Date().toISOString() : null };
  return changeReview(db.from('reviews').update(answered).eq('id', params.id).select('*').maybeSingle());
}

async function changeReview(query: Parameters<typeof read>[0]) {
  const review = await read(query);
  if (!review) throw reviewNotFound();
  return review;
}
