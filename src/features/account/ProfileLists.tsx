import { Icon } from '#components/Icon.tsx';
import { formatDay } from '#domain/orders/labels.ts';
import type { OwnReview } from '#features/reviews/own-reviews.ts';
import type { Activity } from './activity.ts';

export function RecentActivity({ activity }: { activity: Activity[] }) {
  return (
    <section aria-labelledby="activity-title">
      <h2 id="activity-title" className="mb-4 text-2xl">
        Recent Activity
      </h2>
      {activity.length === 0 && (
        <p className="border-y border-line py-6 text-ink-soft">
          Nothing yet. Orders, reviews and favorites from this device appear here.
        </p>
      )}
      {activity.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {activity.map(({ id, icon, text, href, day }) => (
            <li key={`${icon} ${id}`}>
              <a href={href} className="flex min-h-14 items-center gap-4 py-2 hover:text-gold-deep">
                <Icon name={icon} className="size-5 shrink-0 text-gold-deep" />
                <span className="flex min-w-0 grow flex-wrap justify-between gap-x-4">
                  <span className="min-w-0 break-words">{text}</span>
                  <span className="text-sm text-muted">{day}</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Reviews are edited and deleted on their product's page. */
export function OwnReviews({ reviews }: { reviews: OwnReview[] }) {
  return (
    <section id="reviews" aria-labelledby="reviews-title" className="scroll-mt-40">
      <h2 id="reviews-title" className="mb-4 text-2xl">
        Reviews
      </h2>
      {reviews.length === 0 && (
        <p className="border-y border-line py-6 text-ink-soft">No reviews yet. Review a piece of yours on its page.</p>
      )}
      {reviews.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {reviews.map((review) => (
            <li key={review.id} className="space-y-1 py-4">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <a
                  href={`/product/${encodeURIComponent(review.productId)}#reviews`}
                  className="font-serif text-lg underline decoration-gold underline-offset-4"
                >
                  {review.productName || 'See the product'}
                </a>
                <span className="text-sm text-muted">{formatDay(review.createdAt)}</span>
              </div>
              {review.rating > 0 && <p className="text-sm text-muted">{review.rating} of 5 stars</p>}
              <p className="break-words">{review.comment}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
