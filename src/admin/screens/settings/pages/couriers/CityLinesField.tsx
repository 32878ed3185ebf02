import { useState } from 'react';
import { useController, useFormState } from 'react-hook-form';
import { Field } from '#components/Field.tsx';
import type { NewCourier } from '#domain/couriers/contract.ts';
import { cityLines, readCityLines } from './courier-text.ts';

/** The cities of the courier in the form around, a line each: lists come from the courier as text. */
export function CityLinesField() {
  const { field } = useController<NewCourier, 'cities'>({ name: 'cities' });
  const { errors } = useFormState<NewCourier>();
  const [typed, setTyped] = useState(() => cityLines(field.value ?? []));
  // A newer version was loaded into the form.
  const isReset = cityLines(readCityLines(typed)) !== cityLines(field.value ?? []);
  const wrong = errors.cities;
  const complaints = Array.isArray(wrong)
    ? wrong.flatMap((line, index) => {
        const message = line?.city?.message ?? line?.courierName?.message ?? line?.courierCode?.message ?? line?.zone?.message;
        return message ? [`${field.value[index]?.city}: ${message}`] : [];
      })
    : [wrong?.message ?? ''];
  const error = complaints.filter(Boolean).slice(0, 3).join('. ');
  return (
    <Field
      label="Cities"
      hint="One per line: our name = its name | its number | zone. For example: Lahore = LHE | 789 | A. Empty: it serves every city under our name."
      {...(error ? { error } : {})}
    >
      {(control) => (
        <textarea
          {...control}
          ref={field.ref}
          rows={5}
          spellCheck={false}
          value={isReset ? cityLines(field.value ?? []) : typed}
          onBlur={field.onBlur}
          onChange={({ target }) => {
            setTyped(target.value);
            field.onChange(readCityLines(target.value));
          }}
          className="field"
        />
      )}
    </Field>
  );
}
