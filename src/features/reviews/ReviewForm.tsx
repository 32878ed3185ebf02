import { useEffect, useRef, useState } from 'react';
import { ApiFailure } from '#browser/api.ts';
import { focusFirst, refusalOf } from '#browser/refusal.ts';
import { useFieldErrors } from '#browser/use-field-errors.ts';
import { Field, Honeypot } from '#components/Field.tsx';
import { PhotoField } from './PhotoField.tsx';
import type { ReviewInput } from './reviews-api.ts';
import { StarPicker } from './StarPicker.tsx';
import { usePhotoUploads } from './use-photo-uploads.ts';
import type { ShownReview } from './use-reviews.ts';

interface Props {
  /** The own review to edit; its name cannot change. */
  review?: ShownReview;
  /** From the mail that asked for the review, which proves that it is a buyer's; empty otherwise. */
  token?: string;
  /** @throws ApiFailure */
  onSave(written: ReviewInput): Promise<void>;
  onCancel(): void;
}

const TYPED = ['userName', 'comment', 'contact', 'photos'] as const;

/** Name, stars and text. Unmounted by its parent once saved. */
export function ReviewForm({ review, token = '', onSave, onCancel }: Props) {
  const [userName, setUserName] = useState(review?.userName ?? '');
  const [rating, setRating] = useState(review?.rating ?? 0);
  const [comment, setComment] = useState(review?.comment ?? '');
  const [contact, setContact] = useState('');
  const uploads = usePhotoUploads();
  const [submitting, setSubmitting] = useState(false);
  const [fieldErrors, setFieldErrors, forget] = useFieldErrors<(typeof TYPED)[number]>();
  const form = useRef<HTMLFormElement>(null);
  const missing = !userName || !rating || !comment;

  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);

  const submit = async () => {
    if (!userName.trim() || !rating || !comment.trim()) {
      alert('Please fill in all fields and select a rating');
      return;
    }
    setSubmitting(true);
    try {
      const photos = uploads.photos.flatMap(({ id }) => id ?? []);
      const typed = { userName: userName.trim(), rating, comment: comment.trim() };
      await onSave({ ...typed, ...(!review && { contact: contact.trim(), token, photos }) });
    } catch (failure) {
      console.warn('The review was not taken', failure);
      const errors = failure instanceof ApiFailure ? refusalOf(failure, TYPED).fieldErrors : {};
      setSubmitting(false);
      setFieldErrors(errors);
      if (!focusFirst(form.current, errors)) alert('Failed to submit review. Please try again.');
    }
  };

  return (
    <form
      ref={form}
      method="post"
      action="/forms/review"
      aria-label={review ? 'Edit your review' : 'Write a Review'}
      noValidate
      onInput={forget}
      className="mt-6 max-w-2xl space-y-5 rounded-sm bg-cream p-5 sm:p-7"
      onSubmit={(event) => {
        event.preventDefault();
        if (!submitting) submit();
      }}
    >
      {!review && (
        <Field label="Your Name" error={fieldErrors.userName}>
          {(control) => (
            <input
              {...control}
              name="userName"
              className="field"
              autoComplete="name"
              required
              value={userName}
              onChange={(event) => setUserName(event.target.value)}
            />
          )}
        </Field>
      )}
      <StarPicker rating={rating} onRating={setRating} />
      <Field label="Your Review" error={fieldErrors.comment}>
        {(control) => (
          <textarea
            {...control}
            name="comment"
            className="field min-h-32"
            required
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
        )}
      </Field>
      {token && <p className="text-sm text-ink-soft">You bought this here, and your review is marked so.</p>}
      {!review && !token && (
        <Field
          label="Phone or E-mail of Your Order (optional)"
          hint="If you bought this here, your review is marked so. We do not show or keep it."
          error={fieldErrors.contact}
        >
          {(control) => (
            <input
              {...control}
              name="contact"
              className="field"
              autoComplete="off"
              value={contact}
              onChange={(event) => setContact(event.target.value)}
            />
          )}
        </Field>
      )}
      {!review && <PhotoField uploads={uploads} error={fieldErrors.photos} />}
      {!review && <Honeypot />}
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="btn btn-primary" disabled={submitting || missing || uploads.isSending}>
          {uploads.isSending ? 'Sending photos…' : submitting ? 'Submitting...' : review ? 'Save Review' : 'Submit Review'}
        </button>
        <button type="button" className="btn btn-outline" disabled={submitting} onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
