import { Field } from '#components/Field.tsx';
import { isSamePeriod, type Period, usualPeriods } from './periods.ts';

interface Props extends Period {
  onChange: (period: Period) => void;
  labels?: readonly [from: string, to: string];
  /** What is wrong with the days. */
  errors?: { from: string | undefined; to: string | undefined };
  /** What is shown while both are empty, if that is not everything. */
  usual?: Period | undefined;
}

/** The first and the last day of a period, and the usual periods with one press. */
export function PeriodFields({ from, to, onChange, labels = ['From', 'To'], errors, usual }: Props) {
  const chosen = { from, to };
  const shown = usual && !from && !to ? usual : chosen;
  return (
    <>
      <fieldset aria-label="Period" className="periods">
        {usualPeriods().map(({ name, period }) => {
          const isShown = isSamePeriod(period, shown);
          return (
            <button
              key={name}
              type="button"
              aria-pressed={isShown}
              onClick={() => onChange(isShown ? { from: undefined, to: undefined } : period)}
              className="choice"
            >
              {name}
            </button>
          );
        })}
      </fieldset>
      <DayField label={labels[0]} value={from} max={to} error={errors?.from} onChange={(day) => onChange({ from: day, to })} />
      <DayField label={labels[1]} value={to} min={from} error={errors?.to} onChange={(day) => onChange({ from, to: day })} />
    </>
  );
}

interface DayProps {
  label: string;
  value: string | undefined;
  onChange: (day: string | undefined) => void;
  min?: string | undefined;
  max?: string | undefined;
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
