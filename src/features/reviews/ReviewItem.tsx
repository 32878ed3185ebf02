import { useRef, useState } from 'react';
import { SHOP } from '#built/settings.ts';
import { Stars } from '#components/Stars.tsx';
import { TIME_ZONE } from '#domain/region.ts';
import type { OwnReview } from './own-reviews.ts';
import { ReviewForm } from './ReviewForm.tsx';
import { ReviewPhotos } from './ReviewPhotos.tsx';
import type { ReviewInput } from './reviews-api.ts';
import type { ShownReview } from './use-reviews.ts';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: TIME_ZONE });

interface Props {
  review: ShownReview;
  /** The product's name. */
  product: string;
  /** Set when the review was written in this browser. */
  own: OwnReview | undefined;
  onSave(written: ReviewInput, own: OwnReview): Promise<void>;
  onRemove(own: OwnReview): Promise<void>;
}

/** One review, with Edit and Delete for its author. */
export function ReviewItem({ review, product, own, onSave, onRemove }: Props) {
  const [editing, setEditing] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  const close = () => {
    setEditing(false);
    item.current?.focus();
  };

  return (
    <li ref={item} tabIndex={-1} className="py-6 outline-none first:pt-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 font-medium break-words">
          <bdi>{review.userName}</bdi>
          {review.boughtHere && (
            <span className="ml-2 rounded-sm bg-cream px-2 py-0.5 text-xs font-normal whitespace-nowrap text-ink-soft">
              Bought here
            </span>
          )}
          {own && <span className="ml-2 rounded-sm bg-cream px-2 py-0.5 text-xs font-normal text-ink-soft">Your review</span>}
        </p>
        {/* Browsers and Node may abbreviate a month differently. */}
        <time dateTime={review.createdAt} suppressHydrationWarning className="text-xs text-muted">
          {reviewDay(review.createdAt)}
        </time>
      </div>
      {own && editing ? (
        <ReviewForm
          review={review}
          onSave={async (written) => {
            await onSave(written, own);
            close();
          }}
          onCancel={close}
        />
      ) : (
        <>
          <Stars rating={review.rating} className="mt-1 h-3.5" />
          <p dir="auto" className="mt-2 max-w-prose break-words whitespace-pre-line text-ink-soft">
            {review.comment}
          </p>
          {review.photos && review.photos.length > 0 && <ReviewPhotos photos={review.photos} by={review.userName} of={product} />}
          {review.answer && (
            <div className="mt-3 max-w-prose border-l-2 border-gold pl-4 text-sm">
              <p className="font-medium">Reply from {SHOP.name}</p>
              <p dir="auto" className="mt-1 break-words whitespace-pre-line text-ink-soft">
                {review.answer}
              </p>
            </div>
          )}
          {own && <OwnActions own={own} onEdit={() => setEditing(true)} onRemove={onRemove} />}
        </>
      )}
    </li>
  );
}

function OwnActions({ own, onEdit, onRemove }: { own: OwnReview; onEdit(): void; onRemove(own: OwnReview): Promise<void> }) {
  const [removing, setRemoving] = useState(false);
  const remove = async () => {
    if (!confirm('Are you sure you want to delete this review?')) return;
    setRemoving(true);
    await onRemove(own);
    setRemoving(false);
  };
  const look = 'min-h-9 underline decoration-gold underline-offset-4 hover:decoration-ink';
  return (
    <p className="mt-2 flex gap-5 text-sm">
      <button type="button" className={look} aria-label="Edit your review" onClick={onEdit}>
        Edit
      </button>
      <button type="button" className={look} aria-label="Delete your review" disabled={removing} onClick={remove}>
        Delete
      </button>
    </p>
  );
}

/** The day in Pakistan: `12 Oct 2026`. */
export function reviewDay(timestamp: string): string {
  return day.format(new Date(timestamp));
}
