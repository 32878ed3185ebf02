import { useId, useRef } from 'react';
import { Icon } from '#components/Icon.tsx';
import { MAX_REVIEW_PHOTOS } from '#domain/reviews/contract.ts';
import type { ChosenPhoto, PhotoUploads } from './use-photo-uploads.ts';

/** Photos with a review: chosen, shown while they are sent, and taken back. */
export function PhotoField({ uploads, error }: { uploads: PhotoUploads; error: string | undefined }) {
  const { photos, complaint, add, remove } = uploads;
  const box = useRef<HTMLInputElement>(null);
  const id = useId();
  const wrong = complaint || error;
  const isFull = photos.length >= MAX_REVIEW_PHOTOS;

  return (
    <div>
      <label htmlFor={id} className="field-label">
        Photos (optional)
      </label>
      <p id={`${id}-hint`} className="-mt-1 mb-1.5 text-sm text-muted">
        Up to {MAX_REVIEW_PHOTOS}. We look at them before they are shown.
      </p>
      <div className="flex flex-wrap gap-3">
        {photos.map((chosen) => (
          <Chosen
            key={chosen.preview}
            photo={chosen}
            onRemove={() => {
              remove(chosen);
              box.current?.focus();
            }}
          />
        ))}
        <span
          className={`relative grid size-24 place-items-center rounded-sm border border-dashed border-gold text-gold-deep has-focus-visible:outline-2 has-focus-visible:outline-ink ${isFull ? 'sr-only' : ''}`}
        >
          <Icon name="plus" className="size-7" />
          <input
            ref={box}
            id={id}
            type="file"
            name="photos"
            accept="image/*"
            multiple
            disabled={isFull}
            aria-invalid={Boolean(wrong)}
            aria-describedby={wrong ? `${id}-error` : `${id}-hint`}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
            onChange={({ target }) => {
              add([...(target.files ?? [])]);
              // The same file may be chosen again.
              target.value = '';
            }}
          />
        </span>
      </div>
      {wrong && (
        <p id={`${id}-error`} role="alert" className="field-error">
          {wrong}
        </p>
      )}
    </div>
  );
}

function Chosen({ photo: { preview, fileName, id }, onRemove }: { photo: ChosenPhoto; onRemove(): void }) {
  return (
    <span className="relative">
      <img
        src={preview}
        alt={fileName}
        width={96}
        height={96}
        className={`size-24 rounded-sm bg-sand object-cover ${id ? '' : 'opacity-50'}`}
      />
      {!id && (
        <span role="status" className="absolute inset-x-0 bottom-0 bg-ivory/90 py-0.5 text-center text-xs">
          Sending…
        </span>
      )}
      <button
        type="button"
        onClick={onRemove}
        aria-label={`Remove ${fileName}`}
        className="btn-icon absolute -top-2 -right-2 size-11! rounded-full"
      >
        <span className="grid size-7 place-items-center rounded-full border border-line bg-ivory">
          <Icon name="close" className="size-4" />
        </span>
      </button>
    </span>
  );
}
