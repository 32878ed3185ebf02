import * as z from 'zod';
import { type ReviewAnswer, type ReviewQuery, type ReviewVisibility, review, staffReview } from '#domain/reviews/contract.ts';
import { type ShownText, shownTexts } from '#domain/shown-texts/shown-fields.ts';
import { type Answer, callFunction, callPage, read, run } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { REVIEW_COLUMNS } from '#server/database/review-columns.ts';
import { ApiError } from '#server/errors.ts';
import { removeUnusedPhotos, type WaitUntil } from './unused-photos.ts';

/** All reviews, newest first, hidden ones included. */
export function listAllReviews(db: ShopDatabase, { published, rating, answered, waiting, ...paging }: ReviewQuery) {
  const args = { published: published ?? null, stars: rating ?? null, answered: answered ?? null, waiting: waiting ?? null };
  return callPage(db, 'list_reviews', args, paging, staffReview);
}

/** The words of a review that shoppers read once it is shown. */
export async function textsOfReview(db: ShopDatabase, id: string): Promise<ShownText[]> {
  const written = await read(db.from('reviews').select('user_name, comment').eq('id', id).maybeSingle(), words.nullable());
  return shownTexts(written, ['userName', 'comment']);
}

/**
 * Shows a review to shoppers or hides it, and so approves or refuses one that waits; the product's rating follows.
 * @throws ApiError `review_not_found`
 */
export function setReviewVisibility(db: ShopDatabase, id: string, { isPublished }: ReviewVisibility) {
  const changed = db.from('reviews').update({ is_published: isPublished, awaits_staff: false });
  return updateReview(db, id, changed.eq('id', id).select('id').maybeSingle());
}

const words = z.object({ userName: z.string(), comment: z.string() });

/** Answers a review in public; an empty answer takes it back. @throws ApiError `review_not_found` */
export function answerReview(db: ShopDatabase, id: string, { answer }: ReviewAnswer) {
  const answered = db.from('reviews').update({ answer, answered_at: answer ? new Date().toISOString() : null });
  return updateReview(db, id, answered.eq('id', id).select('id').maybeSingle());
}

/** Shows one photo of a review with it, or hides it. @throws ApiError `review_not_found`, `photo_not_found` */
export function setPhotoVisibility(db: ShopDatabase, id: string, photo: string, isShown: boolean) {
  return callFunction(db, 'show_review_photo', { review_id: id, photo_id: photo, is_shown: isShown }, review);
}

/** Takes one photo from a review; it goes in the background. @throws ApiError `review_not_found`, `photo_not_found` */
export async function removeReviewPhoto(db: ShopDatabase, id: string, photo: string, waitUntil: WaitUntil) {
  const changed = await callFunction(db, 'remove_review_photo', { review_id: id, photo_id: photo }, review);
  waitUntil(removeUnusedPhotos(db));
  return changed;
}

/** Runs an update of one review, and reads it afterwards: not every Data API computes columns of what it updated. @throws ApiError `review_not_found` */
async function updateReview(db: ShopDatabase, id: string, update: PromiseLike<Answer<unknown>>) {
  if (!(await run(update))) throw new ApiError('review_not_found');
  return read(db.from('reviews').select(REVIEW_COLUMNS).eq('id', id).single(), review);
}
