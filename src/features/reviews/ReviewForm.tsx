import { useEffect, useRef, useState } from 'react';
import { Field, Honeypot } from '#components/Field.tsx';
import type { Review } from '#shared/schemas/reviews.ts';
import type { ReviewInput } from './reviews-api.ts';
import { StarPicker } from './StarPicker.tsx';

interface Props {
  /** The own review to edit; its name cannot change. */
  review?: Review;
  /** Resolves to false when saving failed. */
  onSave(written: ReviewInput): Promise<boolean>;
  onCancel(): void;
}

const MAX_NAME = 80;
const MAX_COMMENT = 2000;

/** Name, stars and text. Unmounted by its parent once saved. */
export function ReviewForm({ review, onSave, onCancel }: Props) {
  const [userName, setUserName] = useState(review?.userName ?? '');
  const [rating, setRating] = useState(review?.rating ?? 0);
  const [comment, setComment] = useState(review?.comment ?? '');
  const [submitting, setSubmitting] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const missing = !userName || !rating || !comment;

  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);

  const submit = async () => {
    if (!userName.trim() || !rating || !comment.trim()) {
      alert('Please fill in all fields and select a rating');
      return;
    }
    setSubmitting(true);
    const saved = await onSave({ userName: userName.trim(), rating, comment: comment.trim() });
    if (saved) return;
    setSubmitting(false);
    alert('Failed to submit review. Please try again.');
  };

  return (
    <form
      ref={form}
      method="post"
      action="/forms/review"
      aria-label={review ? 'Edit your review' : 'Write a Review'}
      noValidate
      className="mt-6 max-w-2xl space-y-5 rounded-sm bg-cream p-5 sm:p-7"
      onSubmit={(event) => {
        event.preventDefault();
        if (!submitting) submit();
      }}
    >
      {!review && (
        <Field label="Your Name">
          {(control) => (
            <input
              {...control}
              className="field"
              autoComplete="name"
              maxLength={MAX_NAME}
              required
              value={userName}
              onChange={(event) => setUserName(event.target.value)}
            />
          )}
        </Field>
      )}
      <StarPicker rating={rating} onRating={setRating} />
      <Field label="Your Review">
        {(control) => (
          <textarea
            {...control}
            className="field min-h-32"
            maxLength={MAX_COMMENT}
            required
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
        )}
      </Field>
      {!review && <Honeypot />}
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="btn btn-primary" disabled={submitting || missing}>
          {submitting ? 'Submitting...' : review ? 'Save Review' : 'Submit Review'}
        </button>
        <button type="button" className="btn btn-outline" disabled={submitting} onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
