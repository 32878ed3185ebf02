import { Stars } from '#components/Stars.tsx';
import { reviewCountLabel } from '#domain/reviews/labels.ts';
import { ratingOf, type StarCounts } from './star-counts.ts';

const STARS = [5, 4, 3, 2, 1];

/** Average rating and distribution of stars. */
export function ReviewSummary({ counts }: { counts: StarCounts }) {
  const { rating, reviewCount } = ratingOf(counts);
  return (
    <div>
      <p className="flex items-center gap-4">
        <span className="font-serif text-5xl lining-nums">{rating.toFixed(1)}</span>
        <span>
          <Stars rating={rating} className="h-5" />
          <span className="mt-1 block text-sm text-muted">{reviewCountLabel(reviewCount)}</span>
        </span>
      </p>
      <ul className="mt-5 space-y-1.5 text-sm">
        {STARS.map((stars) => {
          const count = counts[stars - 1] ?? 0;
          return (
            <li key={stars} className="flex items-center gap-3">
              <span className="w-12 whitespace-nowrap">{`${stars} star${stars === 1 ? '' : 's'}`}</span>
              <svg aria-hidden="true" viewBox="0 0 100 4" preserveAspectRatio="none" width="100" height="4" className="h-1 grow">
                <rect width="100" height="4" className="fill-sand" />
                <rect width={Math.round((count / reviewCount) * 100)} height="4" className="fill-gold" />
              </svg>
              <span className="w-5 text-right tabular-nums text-muted">{count}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
