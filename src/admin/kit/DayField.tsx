import { Field } from '#components/ui/Field.tsx';

interface Props {
  label: string;
  value: string | undefined;
  onChange: (day: string | undefined) => void;
  min?: string | undefined;
  max?: string | undefined;
  /** What is wrong with it. */
  error?: string | undefined;
}

/** A day of a filter: `2026-11-20`. */
export function DayField({ label, value, onChange, min, max, error }: Props) {
  return (
    <Field label={label} error={error}>
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
