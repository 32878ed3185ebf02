import type { Review } from '#shared/schemas/review.ts';
import { reviewsWord } from './ProductView.tsx';
import { reviewDay } from './product-words.ts';
import { Stars } from './Stars.tsx';

interface Props {
  reviews: Review[];
  rating: number;
}

const STARS = [5, 4, 3, 2, 1];

/** What shoppers said, newest first, and how their stars are spread. */
export function ProductReviews({ reviews, rating }: Props) {
  return (
    <section id="reviews" aria-labelledby="reviews-title" className="scroll-mt-40 border-t border-line py-14 lg:py-20">
      <h2 id="reviews-title" className="text-3xl lg:text-4xl">
        Customer Reviews
      </h2>
      {reviews.length === 0 ? (
        <p className="mt-4 text-ink-soft">No reviews yet. Yours could be the first.</p>
      ) : (
        <div className="mt-8 grid gap-10 lg:grid-cols-[18rem_1fr] lg:gap-16">
          <Summary reviews={reviews} rating={rating} />
          <ul className="divide-y divide-line">
            {reviews.map((review) => (
              <li key={review.id} className="py-6 first:pt-0">
                <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                  <p className="font-medium">{review.userName}</p>
                  <time dateTime={review.createdAt} className="text-xs text-muted">
                    {reviewDay(review.createdAt)}
                  </time>
                </div>
                <Stars rating={review.rating} className="mt-1 h-3.5" />
                <p className="mt-2 max-w-prose break-words whitespace-pre-line text-ink-soft">{review.comment}</p>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function Summary({ reviews, rating }: Props) {
  return (
    <div>
      <p className="flex items-center gap-4">
        <span className="font-serif text-5xl lining-nums">{rating.toFixed(1)}</span>
        <span>
          <Stars rating={rating} className="h-5" />
          <span className="mt-1 block text-sm text-muted">{reviewsWord(reviews.length)}</span>
        </span>
      </p>
      <ul className="mt-5 space-y-1.5 text-sm">
        {STARS.map((stars) => {
          const count = reviews.filter((review) => review.rating === stars).length;
          return (
            <li key={stars} className="flex items-center gap-3">
              <span className="w-12 whitespace-nowrap">{`${stars} star${stars === 1 ? '' : 's'}`}</span>
              <svg aria-hidden="true" viewBox="0 0 100 4" preserveAspectRatio="none" width="100" height="4" className="h-1 grow">
                <rect width="100" height="4" className="fill-sand" />
                <rect width={(count / reviews.length) * 100} height="4" className="fill-gold" />
              </svg>
              <span className="w-5 text-right tabular-nums text-muted">{count}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
