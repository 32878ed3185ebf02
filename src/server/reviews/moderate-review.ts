import { type ReviewAnswer, type ReviewQuery, type ReviewVisibility, staffReview } from '#domain/reviews/contract.ts';
import { callPage } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { requireReview } from './edit-review.ts';

/** All reviews, newest first, hidden ones included. */
export function listAllReviews(db: ShopDatabase, { published, rating, answered, waiting, ...paging }: ReviewQuery) {
  const args = { published: published ?? null, stars: rating ?? null, answered: answered ?? null, waiting: waiting ?? null };
  return callPage(db, 'list_reviews', args, paging, staffReview);
}

/** Shows a review to shoppers or hides it, and so approves or refuses one that waits; the product's rating follows. @throws ApiError `review_not_found` */
export function setReviewVisibility(db: ShopDatabase, id: string, { isPublished }: ReviewVisibility) {
  return requireReview(
    db.from('reviews').update({ is_published: isPublished, awaits_staff: false }).eq('id', id).select('*').maybeSingle(),
  );
}

/** Answers a review in public; an empty answer takes it back. @throws ApiError `review_not_found` */
export function answerReview(db: ShopDatabase, id: string, { answer }: ReviewAnswer) {
  const answered = { answer, answered_at: answer ? new Date().toISOString() : null };
  return requireReview(db.from('reviews').update(answered).eq('id', id).select('*').maybeSingle());
}
