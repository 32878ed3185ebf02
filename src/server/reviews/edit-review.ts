import { type ReviewEdit, review } from '#domain/reviews/contract.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { hashOf } from '#server/secret-token.ts';
import { leadsElsewhere } from '#server/settings/shown-contacts.ts';
import { removeUnusedPhotos, type WaitUntil } from './unused-photos.ts';

/** Who edits: staff may edit every review, anyone else the review their token belongs to. */
interface Editor {
  isStaff: boolean;
  editToken: string | null;
}

/** Edits a review; the product's rating follows. @throws ApiError `not_your_review`, `review_not_found` */
export async function editReview(db: ShopDatabase, id: string, edit: ReviewEdit, editor: Editor) {
  // What staff write is checked before.
  const leads_elsewhere = !editor.isStaff && (await leadsElsewhere(db, [edit.comment ?? '']));
  return callFunction(db, 'edit_review', { review_id: id, edit, token_hash: tokenHashOf(editor), leads_elsewhere }, review);
}

/**
 * Deletes a review and returns it; the product's rating follows, and its photos go in the background. @throws ApiError `not_your_review`,
 * `review_not_found`
 */
export async function deleteReview(db: ShopDatabase, id: string, editor: Editor, waitUntil: WaitUntil) {
  const deleted = await callFunction(db, 'delete_review', { review_id: id, token_hash: tokenHashOf(editor) }, review);
  waitUntil(removeUnusedPhotos(db));
  return deleted;
}

/** Null for staff, whom the database asks for none. */
function tokenHashOf({ isStaff, editToken }: Editor): string | null {
  return isStaff ? null : hashOf(editToken ?? '');
}
