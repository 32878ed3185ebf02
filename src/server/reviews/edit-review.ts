import { type Answer, read, toColumns } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import { hashOf } from '#server/secret-token.ts';
import type { ReviewEdit } from '#shared/schemas/reviews.ts';

/** Who edits: staff may edit every review, anyone else the review their token belongs to. */
interface Editor {
  isStaff: boolean;
  editToken: string | null;
}

/** Edits a review; the product's rating follows. @throws ApiError `not_your_review`, `review_not_found` */
export async function editReview(db: ShopDatabase, id: string, edit: ReviewEdit, editor: Editor) {
  await assertMayEdit(db, id, editor);
  return requireReview(db.from('reviews').update(toColumns(edit)).eq('id', id).select('*').maybeSingle());
}

/** Deletes a review and returns it; the product's rating follows. @throws ApiError `not_your_review`, `review_not_found` */
export async function deleteReview(db: ShopDatabase, id: string, editor: Editor) {
  await assertMayEdit(db, id, editor);
  return requireReview(db.from('reviews').delete().eq('id', id).select('*').maybeSingle());
}

/** A review's token never changes, so this check still holds when the edit follows. */
async function assertMayEdit(db: ShopDatabase, id: string, { isStaff, editToken }: Editor): Promise<void> {
  if (isStaff) return;
  await requireReview(db.from('reviews').select('id').eq('id', id).maybeSingle());
  const tokens = db.from('review_edit_tokens').select('review_id').eq('review_id', id);
  const isAuthor = await read(tokens.eq('token_hash', hashOf(editToken ?? '')).maybeSingle());
  if (!isAuthor) throw new ApiError('not_your_review');
}

/** Runs a query for one review. @throws ApiError `review_not_found` */
export async function requireReview(query: PromiseLike<Answer<unknown>>) {
  const review = await read(query);
  if (!review) throw new ApiError('review_not_found');
  return review;
}
