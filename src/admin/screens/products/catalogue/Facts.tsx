import { useController } from 'react-hook-form';
import { AreaField, NumberField, TextField, useFieldError } from '#admin/kit/fields.tsx';
import { Select } from '#admin/kit/Select.tsx';
import { Field } from '#components/Field.tsx';
import { CommonField } from './CommonField.tsx';
import { OccasionsField } from './OccasionsField.tsx';
import type { ProductFields } from './product-values.ts';

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
          <OccasionsField name="occasions" className="sm:col-span-2" />
          <CommonField name="plating" label="Plating" />
          <CommonField name="baseMetal" label="Base metal" />
          <TextField<ProductFields> name="stones" label="Stones" />
          <CommonField name="closure" label="Closure" />
          <TextField<ProductFields> name="inTheBox" label="In the box" className="sm:col-span-2" />
          <AreaField<ProductFields> name="care" label="Care" rows={2} className="sm:col-span-2" />
          <TextField<ProductFields>
            name="noReturnReason"
            label="Not taken back"
            hint="The reason, such as “for hygiene”. Left empty, the piece is taken back as its category says."
            className="sm:col-span-2"
          />
        </div>
      </div>
    </>
  );
}

type MeasureName = 'lengthMm' | 'widthMm' | 'innerMm' | 'chainMm' | 'weightGrams';

function Measure({ name, label, hint }: { name: MeasureName; label: string; hint: string }) {
  return <NumberField<ProductFields> name={name} label={label} hint={hint} min={0} empty={null} className="self-end" />;
}

const ANSWERS = [
  { value: '', label: 'Not stated' },
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

function NickelFree() {
  const { field } = useController<ProductFields, 'isNickelFree'>({ name: 'isNickelFree' });
  return (
    <Field label="Nickel-free" hint="As your supplier says" error={useFieldError('isNickelFree')} className="self-end">
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
