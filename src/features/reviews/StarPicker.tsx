import { useId } from 'react';
import { Icon } from '#components/Icon.tsx';
import { STAR_LABELS } from '#domain/reviews/labels.ts';

interface Props {
  rating: number;
  onRating(rating: number): void;
}

/** Radio buttons for one to five stars, and the label of the chosen one. */
export function StarPicker({ rating, onRating }: Props) {
  const name = useId();
  return (
    <fieldset>
      <legend className="field-label">Rating</legend>
      <div className="flex flex-wrap items-center gap-x-4">
        <div className="-ml-1.5 flex">
          {STAR_LABELS.map((label, index) => (
            <label
              key={label}
              title={label}
              className={`relative grid size-11 place-items-center rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-ink ${index < rating ? 'text-gold [&_path]:fill-gold' : 'text-muted hover:text-gold'}`}
            >
              <input
                type="radio"
                name={name}
                required
                aria-label={`${index + 1} ${label}`}
                className="absolute inset-0 size-full cursor-pointer opacity-0"
                checked={rating === index + 1}
                onChange={() => onRating(index + 1)}
              />
              <Icon name="star" className="size-7" />
            </label>
          ))}
        </div>
        <span className="text-sm text-ink-soft">{rating > 0 ? STAR_LABELS[rating - 1] : 'Select a rating'}</span>
      </div>
    </fieldset>
  );
}
