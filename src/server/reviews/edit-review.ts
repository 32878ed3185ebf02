import { type Answer, read } from '#server/database/calls.ts';
import { ApiError } from '#server/errors.ts';
import type { ReviewEdit } from '#shared/schemas/reviews.ts';
import type { AuthorCall } from '../http/operation.ts';
import { hashOf } from '../secret-token.ts';

type OneReview = { id: string };

/** Changes a review; the product's rating follows. @throws ApiError 403 `not_your_review`, 404 `review_not_found` */
export async function editReview(call: AuthorCall<ReviewEdit, unknown, OneReview>) {
  await assertTheirs(call);
  return theReview(call.db.from('reviews').update(call.body).eq('id', call.params.id).select('*').maybeSingle());
}

/** Deletes a review; the product's rating follows. Answers with what it was. @throws ApiError 403 `not_your_review`, 404 `review_not_found` */
export async function deleteReview(call: AuthorCall<unknown, unknown, OneReview>) {
  await assertTheirs(call);
  return theReview(call.db.from('reviews').delete().eq('id', call.params.id).select('*').maybeSingle());
}

/** Staff may edit every review, whoever has its token that one. A token never changes, so nothing can come between this and the edit. */
async function assertTheirs({ db, params, staff, editToken }: AuthorCall<unknown, unknown, OneReview>): Promise<void> {
  if (staff) return;
  await theReview(db.from('reviews').select('id').eq('id', params.id).maybeSingle());
  const tokens = db.from('review_edit_tokens').select('review_id').eq('review_id', params.id);
  if (!(await read(tokens.eq('token_hash', hashOf(editToken ?? '')).maybeSingle()))) {
    throw new ApiError(403, 'not_your_review', 'Only its author may change this review');
  }
}

async function theReview(query: PromiseLike<Answer<unknown>>) {
  const review = await read(query);
  if (!review) throw reviewNotFound();
  return review;
}

export function reviewNotFound(): ApiError {
  return new ApiError(404, 'review_not_found', 'Review not found');
}
