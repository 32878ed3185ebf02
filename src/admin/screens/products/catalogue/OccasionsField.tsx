import Check from 'virtual:icons/check';
import { useController } from 'react-hook-form';
import { useFieldError } from '#admin/kit/fields.tsx';
import { OCCASION_LABELS, OCCASIONS, type Occasion, occasionsOf } from '#domain/products/occasions.ts';

interface Props {
  name: 'occasions' | 'chosenOccasions';
  label?: string;
  className?: string;
}

/** Occasions as buttons to switch on and off. */
export function OccasionsField({ name, label = 'Occasions', className = '' }: Props) {
  const { field } = useController({ name });
  const chosen: Occasion[] = field.value ?? [];
  const complaint = useFieldError(name);
  return (
    <fieldset className={`min-w-0 ${className}`}>
      <legend className="field-label">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {OCCASIONS.map((occasion) => {
          const isChosen = chosen.includes(occasion);
          const others = chosen.filter((other) => other !== occasion);
          return (
            <button
              key={occasion}
              type="button"
              aria-pressed={isChosen}
              onClick={() => field.onChange(isChosen ? others : occasionsOf([...chosen, occasion]))}
              className="choice"
            >
              {isChosen && <Check className="size-4" />}
              {OCCASION_LABELS[occasion]}
            </button>
          );
        })}
      </div>
      {complaint && <p className="field-error">{complaint}</p>}
    </fieldset>
  );
}
