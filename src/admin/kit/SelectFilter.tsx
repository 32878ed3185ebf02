import { Field } from '#components/Field.tsx';
import { Select } from './Select.tsx';

interface Props<Value extends string | number | boolean> {
  label: string;
  /** What is chosen while nothing is filtered: 'All Statuses'. */
  all: string;
  value: Value | undefined;
  /** The values in the order of the list, and what they are called. */
  names: ReadonlyMap<Value, string>;
  onChange: (value: Value | undefined) => void;
}

/** A filter that lets one of a few values through, or all. */
export function SelectFilter<Value extends string | number | boolean>({ label, all, value, names, onChange }: Props<Value>) {
  const options = [{ value: '', label: all }, ...[...names].map(([choice, name]) => ({ value: String(choice), label: name }))];
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={String(value ?? '')}
          options={options}
          placeholder={String(value ?? '')}
          onChange={(chosen) => onChange([...names.keys()].find((choice) => String(choice) === chosen))}
        />
      )}
    </Field>
  );
}
