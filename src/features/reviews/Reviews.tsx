import { useEffect, useRef, useState } from 'react';
import { ReviewForm } from './ReviewForm.tsx';
import { ReviewItem } from './ReviewItem.tsx';
import { ReviewSummary } from './ReviewSummary.tsx';
import { ratingOf, type StarCounts } from './star-counts.ts';
import { useMailedToken } from './use-mailed-token.ts';
import { productOnPage, type ShownReview, useReviews } from './use-reviews.ts';

interface Props {
  /** The newest reviews, as prebuilt. */
  first: ShownReview[];
  /** Star counts of all reviews. */
  counts: StarCounts;
  /** The product's name; the page of a new product knows it later. */
  product?: string;
}

/** Reviews in the prebuilt page, and how many a click adds. */
export const REVIEWS_PER_STEP = 10;

/** Reviews, newest first, with a summary and a form. */
export function Reviews({ first, counts: firstCounts, product }: Props) {
  const { reviews, counts, own, save, remove, isWaiting } = useReviews(first, firstCounts);
  const [writing, setWriting] = useState(false);
  const [token, endToken] = useMailedToken(setWriting);
  const [shown, setShown] = useState(REVIEWS_PER_STEP);
  const title = useRef<HTMLHeadingElement>(null);

  // The focused button is removed: move the focus to the heading.
  const wasWriting = useRef(false);
  useEffect(() => {
    if (wasWriting.current && !writing) title.current?.focus();
    wasWriting.current = writing;
  }, [writing]);

  return (
    <section
      id="reviews"
      aria-labelledby="reviews-title"
      className="scroll-mt-40 border-t border-line pt-10 pb-14 md:pt-14 lg:py-20"
    >
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="reviews-title" ref={title} tabIndex={-1} className="text-3xl outline-none lg:text-4xl">
          Customer Reviews
        </h2>
        {!writing && (
          <button type="button" className="btn btn-outline" onClick={() => setWriting(true)}>
            Write a Review
          </button>
        )}
      </div>
      {writing && (
        <ReviewForm
          token={token}
          onSave={async (written) => {
            await save(written);
            endToken();
            setWriting(false);
          }}
          onCancel={() => setWriting(false)}
        />
      )}
      {isWaiting && !writing && (
        <p role="status" className="mt-4 rounded-sm bg-cream p-4">
          Thank you for your review. We read it before it is shown.
        </p>
      )}
      {reviews.length === 0 ? (
        <p className="mt-4 text-ink-soft">No reviews yet. Yours could be the first.</p>
      ) : (
        <div className="mt-8 grid gap-10 lg:grid-cols-[18rem_1fr] lg:gap-16">
          <ReviewSummary counts={counts} />
          <div className="min-w-0">
            <ul aria-label="Reviews" className="divide-y divide-line">
              {reviews.slice(0, shown).map((review) => (
                <ReviewItem
                  key={review.id}
                  review={review}
                  product={product ?? productOnPage().name}
                  own={own.find(({ id }) => id === review.id)}
                  onSave={save}
                  onRemove={remove}
                />
              ))}
            </ul>
            {ratingOf(counts).reviewCount > shown && (
              <button type="button" className="btn btn-outline mt-6" onClick={() => setShown(shown + REVIEWS_PER_STEP)}>
                Show More Reviews
              </button>
            )}
          </div>
        </div>
      )}
    </section>
  );
}
