import { Select } from './Select.tsx';

interface Props<Status extends string> {
  /** Whose status it is: `Status of order ORD-1042`. */
  label: string;
  status: Status;
  /** The statuses in the order of the list, and what they are called. */
  names: Record<Status, string>;
  /** The colours of the badge. */
  tones: Record<Status, string>;
  onChange: (status: Status) => void;
}

/** A status as a badge that opens: choosing another one is sent at once. */
export function StatusSelect<Status extends string>({ label, status, names, tones, onChange }: Props<Status>) {
  const options = Object.entries(names).map(([value, name]) => ({ value: value as Status, label: name as string }));
  return (
    <Select
      label={label}
      value={status}
      options={options}
      onChange={(next) => next !== status && onChange(next)}
      look={`badge status-trigger ${tones[status]}`}
    />
  );
}
