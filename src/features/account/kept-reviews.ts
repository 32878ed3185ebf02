import { asRecord, readJson } from '#browser/storage.ts';

/** Of a review written on this device, what the profile shows. The reviews feature keeps them. */
export interface KeptReview {
  id: string;
  productId: string;
  productName: string;
  rating: number;
  comment: string;
  createdAt: string;
}

/** The reviews of this device, newest first; whatever of them can be read. */
export function keptReviews(): KeptReview[] {
  const found = readJson('reviews_v1');
  const reviews = Array.isArray(found) ? found.flatMap((review) => parseReview(review) ?? []) : [];
  return reviews.sort((one, other) => other.createdAt.localeCompare(one.createdAt));
}

function parseReview(found: unknown): KeptReview | undefined {
  const kept = asRecord(found);
  const { id, productId, rating } = kept;
  if (typeof id !== 'string' || typeof productId !== 'string') return undefined;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    id,
    productId,
    productName: text(kept.productName),
    rating: typeof rating === 'number' ? Math.max(0, Math.min(5, Math.round(rating))) : 0,
    comment: text(kept.comment),
    createdAt: text(kept.createdAt),
  };
}
