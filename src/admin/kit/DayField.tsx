import { Field } from '#components/ui/Field.tsx';

interface Props {
  label: string;
  value: string | undefined;
  onChange: (day: string | undefined) => void;
  min?: string | undefined;
  max?: string | undefined;
}

/** A day of a filter: `2026-11-20`. */
export function DayField({ label, value, onChange, min, max }: Props) {
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          type="date"
          min={min}
          max={max}
          value={value ?? ''}
          onChange={(event) => {
            // While a year is being typed the browser says 0002: wait for the rest of it.
            if (event.target.value === '' || event.target.value >= '1900') onChange(event.target.value || undefined);
          }}
          className="field"
        />
      )}
    </Field>
  );
}
