import { Field } from '#components/Field.tsx';
import { Select } from './Select.tsx';

interface Props<Value extends string> {
  label: string;
  /** What is chosen while nothing is filtered: 'All Statuses'. */
  all: string;
  value: Value | undefined;
  /** The values in the order of the list, and what they are called. */
  names: Record<Value, string> | Map<Value, string>;
  onChange: (value: Value | undefined) => void;
}

/** A filter that lets one of a few values through, or all. */
export function SelectFilter<Value extends string>({ label, all, value, names, onChange }: Props<Value>) {
  const named = names instanceof Map ? [...names] : (Object.entries(names) as [Value, string][]);
  const options = [{ value: '' as Value, label: all }, ...named.map(([value, label]) => ({ value, label }))];
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={value ?? ('' as Value)}
          options={options}
          placeholder={value ?? ''}
          onChange={(chosen) => onChange(chosen || undefined)}
        />
      )}
    </Field>
  );
}
