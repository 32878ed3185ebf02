import Plus from 'virtual:icons/plus';
import Trash from 'virtual:icons/trash';
import type { ReactNode } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useFieldError } from '#admin/kit/fields.tsx';
import type { NewCourier } from '#domain/couriers/contract.ts';

interface Props {
  name: 'charges' | 'taxes' | 'adviceHours' | 'fileMapping.columns';
  title: string;
  hint: string;
  /** What a row is called: `charge`. */
  noun: string;
  /** A new row, after the rows that are there. */
  next: () => object;
  children: (index: number) => ReactNode;
}

/** Rows of the courier in the form around: added at the end, removed one by one. */
export function RowsField({ name, title, hint, noun, next, children }: Props) {
  const { control } = useFormContext<NewCourier>();
  const { fields, append, remove } = useFieldArray({ control, name });
  const ofAll = useFieldError(`${name}.root`);
  const error = useFieldError(name) ?? ofAll;
  return (
    <fieldset className="min-w-0 rounded-lg border border-line p-3 sm:p-4">
      <legend className="px-1 font-medium">{title}</legend>
      <p className="text-sm text-muted">{hint}</p>
      {fields.map(({ id }, index) => (
        <fieldset
          key={id}
          aria-label={`${title}, ${index + 1}`}
          className="mt-3 flex items-start gap-2 border-t border-line pt-3"
        >
          <div className="grid min-w-0 flex-1 grid-cols-2 items-start gap-x-3 gap-y-3 sm:grid-cols-6">{children(index)}</div>
          <button
            type="button"
            onClick={() => remove(index)}
            aria-label={`Remove ${noun} ${index + 1}`}
            className="btn-icon mt-6 shrink-0"
          >
            <Trash className="size-4" />
          </button>
        </fieldset>
      ))}
      {error && <p className="field-error">{error}</p>}
      <button type="button" onClick={() => append(next() as never)} className="btn btn-outline mt-3 px-4">
        <Plus className="size-4" />
        {`Add a ${noun}`}
      </button>
    </fieldset>
  );
}
