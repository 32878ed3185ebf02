import { TextField } from '#admin/kit/fields.tsx';

/** The six digits of one's own second factor in the form around. */
export function CodeField({ hint, isRequired = false }: { hint: string; isRequired?: boolean }) {
  return (
    <TextField<{ code: string }>
      name="code"
      label={`Code of your second factor${isRequired ? ' *' : ''}`}
      hint={hint}
      inputMode="numeric"
      autoComplete="one-time-code"
      className="sm:max-w-sm"
    />
  );
}
