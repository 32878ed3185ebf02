import { type Answer, read, toColumns } from '#server/database/calls.ts';
import { ApiError } from '#server/errors.ts';
import type { AuthorCall } from '#server/http/operation.ts';
import { hashOf } from '#server/secret-token.ts';
import type { ReviewEdit } from '#shared/schemas/reviews.ts';

type OneReview = { id: string };

/** Changes a review; the product's rating follows. @throws ApiError 403 `not_your_review`, 404 `review_not_found` */
export async function editReview(call: AuthorCall<ReviewEdit, unknown, OneReview>) {
  await assertTheirs(call);
  return theReview(call.db.from('reviews').update(toColumns(call.body)).eq('id', call.params.id).select('*').maybeSingle());
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
    throw new ApiError('not_your_review');
  }
}

async function theReview(query: PromiseLike<Answer<unknown>>) {
  const review = await read(query);
  if (!review) throw reviewNotFound();
  return review;
}

export function reviewNotFound(): ApiError {
  return new ApiError('review_not_found');
}
