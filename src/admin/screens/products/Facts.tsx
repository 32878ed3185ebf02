import Check from 'virtual:icons/check';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { AreaField, NumberField, TextField, useFieldError } from '#admin/kit/fields.tsx';
import { Select } from '#admin/kit/Select.tsx';
import { Field } from '#components/Field.tsx';
import { OCCASION_LABELS, OCCASIONS, occasionsOf } from '#domain/products/occasions.ts';
import type { ProductFields } from './product-values.ts';

/** Offered while typing, so that the same thing is called the same. */
const COMMON = {
  plating: ['Gold', 'Rose gold', 'Antique gold', 'Silver', 'Rhodium', 'Gold and silver'],
  baseMetal: ['Brass', 'Copper', 'Zinc alloy', 'Stainless steel', '925 silver'],
  closure: ['Push back', 'Screw back', 'Hook', 'Hinged', 'Lobster clasp', 'Drawstring (dori)', 'Slips on', 'Buckle'],
};

/** The third tab: what shoppers ask before they buy. What is left empty is not shown. */
export function Facts() {
  return (
    <>
      <p className="mb-5 text-sm text-muted">What shoppers ask before they buy. What you leave empty is not shown.</p>
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="grid grid-cols-2 content-start gap-4">
          <Measure name="lengthMm" label="Length (mm)" hint="Top to bottom as worn" />
          <Measure name="widthMm" label="Width (mm)" hint="Across" />
          <Measure name="innerMm" label="Inner diameter (mm)" hint="Ring or bangle" />
          <Measure name="chainMm" label="Chain length (mm)" hint="Chain, strand or strap" />
          <Measure name="weightGrams" label="Weight (g)" hint="A pair or set in all" />
          <NickelFree />
        </div>
        <div className="grid content-start gap-4 sm:grid-cols-2">
          <Occasions />
          <CommonField name="plating" label="Plating" />
          <CommonField name="baseMetal" label="Base metal" />
          <TextField<ProductFields> name="stones" label="Stones" />
          <CommonField name="closure" label="Closure" />
          <TextField<ProductFields> name="inTheBox" label="In the box" className="sm:col-span-2" />
          <AreaField<ProductFields> name="care" label="Care" rows={2} className="sm:col-span-2" />
        </div>
      </div>
    </>
  );
}

type MeasureName = 'lengthMm' | 'widthMm' | 'innerMm' | 'chainMm' | 'weightGrams';

function Measure({ name, label, hint }: { name: MeasureName; label: string; hint: string }) {
  return <NumberField<ProductFields> name={name} label={label} hint={hint} min={0} empty={null} className="self-end" />;
}

function CommonField({ name, label }: { name: keyof typeof COMMON; label: string }) {
  const id = useId();
  return (
    <div>
      <TextField<ProductFields> name={name} label={label} list={id} />
      <datalist id={id}>
        {COMMON[name].map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </div>
  );
}

const ANSWERS = [
  { value: '', label: 'Not stated' },
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

function NickelFree() {
  const { field } = useController<ProductFields, 'isNickelFree'>({ name: 'isNickelFree' });
  return (
    <Field label="Nickel-free" hint="Only what your supplier confirms" error={useFieldError('isNickelFree')} className="self-end">
      {(control) => (
        <Select
          {...control}
          value={field.value == null ? '' : field.value ? 'yes' : 'no'}
          options={ANSWERS}
          onChange={(answer) => field.onChange(answer === '' ? null : answer === 'yes')}
        />
      )}
    </Field>
  );
}

function Occasions() {
  const { field } = useController<ProductFields, 'occasions'>({ name: 'occasions' });
  const chosen = field.value ?? [];
  const complaint = useFieldError('occasions');
  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="field-label">Occasions</legend>
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
