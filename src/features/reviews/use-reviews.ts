import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useState } from 'react';
import { announce } from '#browser/announce.ts';
import { ApiFailure } from '#browser/api.ts';
import { asRecord, parseJson } from '#browser/storage.ts';
import type { Review } from '#domain/reviews/contract.ts';
import { $ownReviews, type OwnReview, removeOwnReview, saveOwnReview } from './own-reviews.ts';
import { changeReview, deleteReview, loadReviews, postReview, type ReviewInput, updateRating } from './reviews-api.ts';
import { type StarCounts, starCounts } from './star-counts.ts';

const NONE: OwnReview[] = [];

/** What is shown of a review. Each page has these twice, as words and for its island, so that it says only what there is. */
export type ShownReview = Pick<Review, 'id' | 'userName' | 'rating' | 'comment' | 'createdAt'> &
  Partial<Pick<Review, 'answer' | 'boughtHere' | 'photos'>>;

/** What of a review its page has. */
export function shownReview({ id, userName, rating, comment, createdAt, answer, boughtHere, photos }: Review): ShownReview {
  const sometimes = { ...(answer && { answer }), ...(boughtHere && { boughtHere }), ...(photos.length > 0 && { photos }) };
  return { id, userName, rating, comment, createdAt, ...sometimes };
}

export interface Reviews {
  reviews: ShownReview[];
  counts: StarCounts;
  /** Those written in this browser. */
  own: OwnReview[];
  /** Posts a review, or changes one's own. @throws ApiFailure */
  save(written: ReviewInput, own?: OwnReview): Promise<void>;
  remove(own: OwnReview): Promise<void>;
  /** A review was written that staff look at before it is shown. */
  isWaiting: boolean;
}

/** The reviews of the page's product: first the prebuilt ones, then the current ones. */
export function useReviews(first: ShownReview[], firstCounts: StarCounts): Reviews {
  const own = useStore($ownReviews, { ssr: () => NONE });
  const [reviews, setReviews] = useState(first);
  const [counts, setCounts] = useState(firstCounts);
  const [isWaiting, setWaiting] = useState(false);

  const show = useCallback((now: ShownReview[]) => {
    setReviews(now);
    setCounts(starCounts(now));
  }, []);

  useEffect(() => {
    // The prebuilt reviews stay if loading fails.
    const refresh = () => loadReviews(productOnPage().id).then(show, (failure) => console.warn('Reviews not refreshed', failure));
    refresh();
    window.addEventListener('productRatingUpdated', refresh);
    return () => window.removeEventListener('productRatingUpdated', refresh);
  }, [show]);

  const changed = (now: ShownReview[], said: string) => {
    show(now);
    updateRating(productOnPage().id, now);
    announce(said);
  };

  const save = async (written: ReviewInput, mine?: OwnReview): Promise<void> => {
    const { id, name } = productOnPage();
    if (mine) {
      const review = await changeReview(mine, written);
      saveOwnReview(review, mine.productName, mine.editToken);
      changed(
        reviews.map((other) => (other.id === review.id ? review : other)),
        'Your review has been changed',
      );
    } else {
      const { review, editToken } = await postReview(id, written);
      // Also one that waits: its author may take it back.
      saveOwnReview(review, name, editToken);
      setWaiting(review.awaitsStaff);
      if (review.awaitsStaff) return;
      changed([review, ...reviews], 'Thank you for your review');
    }
  };

  const remove = async (mine: OwnReview): Promise<void> => {
    try {
      await deleteReview(mine);
    } catch (failure) {
      // It is deleted already.
      if (!(failure instanceof ApiFailure && failure.status === 404)) {
        alert('Failed to delete review. Please try again.');
        return;
      }
    }
    removeOwnReview(mine.id);
    changed(
      reviews.filter(({ id }) => id !== mine.id),
      'Your review has been deleted',
    );
  };

  return { reviews, counts, own, save, remove, isWaiting };
}

/** The page's product, from its `data-product`. */
export function productOnPage(): { id: string; name: string } {
  const { id, name } = asRecord(parseJson(document.querySelector('#product')?.getAttribute('data-product')));
  return { id: String(id), name: String(name) };
}
