import { Field } from '#components/Field.tsx';

type Day = string | undefined;

interface Props {
  from: Day;
  to: Day;
  onFrom: (day: Day) => void;
  onTo: (day: Day) => void;
  labels?: readonly [from: string, to: string];
  /** What is wrong with the days. */
  errors?: { from: string | undefined; to: string | undefined };
}

/** The first and the last day of a period, as `2026-11-20`. */
export function PeriodFields({ from, to, onFrom, onTo, labels = ['From', 'To'], errors }: Props) {
  return (
    <>
      <DayField label={labels[0]} value={from} max={to} error={errors?.from} onChange={onFrom} />
      <DayField label={labels[1]} value={to} min={from} error={errors?.to} onChange={onTo} />
    </>
  );
}

interface DayProps {
  label: string;
  value: Day;
  onChange: (day: Day) => void;
  min?: Day;
  max?: Day;
  error: string | undefined;
}

function DayField({ label, value, onChange, min, max, error }: DayProps) {
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
            // While a year is being typed the browser reports 0002: wait for the rest.
            if (event.target.value === '' || event.target.value >= '1900') onChange(event.target.value || undefined);
          }}
          className="field"
        />
      )}
    </Field>
  );
}
