import { type ReviewEdit, review } from '#domain/reviews/contract.ts';
import { type Answer, callFunction, read } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import { hashOf } from '#server/secret-token.ts';

/** Who edits: staff may edit every review, anyone else the review their token belongs to. */
interface Editor {
  isStaff: boolean;
  editToken: string | null;
}

/** Edits a review; the product's rating follows. @throws ApiError `not_your_review`, `review_not_found` */
export function editReview(db: ShopDatabase, id: string, edit: ReviewEdit, editor: Editor) {
  return callFunction(db, 'edit_review', { review_id: id, edit, token_hash: tokenHashOf(editor) }, review);
}

/** Deletes a review and returns it; the product's rating follows. @throws ApiError `not_your_review`, `review_not_found` */
export function deleteReview(db: ShopDatabase, id: string, editor: Editor) {
  return callFunction(db, 'delete_review', { review_id: id, token_hash: tokenHashOf(editor) }, review);
}

/** Null for staff, whom the database asks for none. */
function tokenHashOf({ isStaff, editToken }: Editor): string | null {
  return isStaff ? null : hashOf(editToken ?? '');
}

/** Runs a query for one review. @throws ApiError `review_not_found` */
export async function requireReview(query: PromiseLike<Answer<unknown>>) {
  const found = await read(query, review.nullable());
  if (!found) throw new ApiError('review_not_found');
  return found;
}
