import { safePersistentAtom } from '#browser/safe-persistent-atom.ts';
import { asRecord } from '#browser/storage.ts';
import type { Review } from '#domain/reviews/contract.ts';

/** A review written in this browser. The token, sent once when it was posted, permits editing and deleting. */
export interface OwnReview extends Pick<Review, 'id' | 'productId' | 'userName' | 'rating' | 'comment' | 'createdAt'> {
  productName: string;
  editToken: string;
}

/** Reviews written in this browser, newest last. */
export const $ownReviews = safePersistentAtom<OwnReview[]>('reviews_v1', [], parseOwnReviews);

/** Stores a new or edited review. */
export function saveOwnReview(review: Review, productName: string, editToken: string): void {
  const { id, productId, userName, rating, comment, createdAt } = review;
  const others = $ownReviews.get().filter((other) => other.id !== id);
  $ownReviews.set([...others, { id, productId, productName, userName, rating, comment, createdAt, editToken }]);
}

export function removeOwnReview(id: string): void {
  $ownReviews.set($ownReviews.get().filter((other) => other.id !== id));
}

/** Parses stored reviews. Those without id or token are dropped. */
export function parseOwnReviews(found: unknown): OwnReview[] {
  return Array.isArray(found) ? found.map(asRecord).flatMap((kept) => (isUsable(kept) ? [withTexts(kept)] : [])) : [];
}

type Kept = Record<string, unknown> & { id: string; productId: string; editToken: string };

function isUsable(kept: Record<string, unknown>): kept is Kept {
  return ['id', 'productId', 'editToken'].every((name) => typeof kept[name] === 'string' && kept[name] !== '');
}

function withTexts({ id, productId, editToken, rating, ...kept }: Kept): OwnReview {
  const text = (name: string) => (typeof kept[name] === 'string' ? kept[name] : '');
  return {
    id,
    productId,
    editToken,
    rating: typeof rating === 'number' ? rating : 0,
    productName: text('productName'),
    userName: text('userName'),
    comment: text('comment'),
    createdAt: text('createdAt'),
  };
}
