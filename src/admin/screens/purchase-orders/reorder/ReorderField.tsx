import type { ComponentProps } from 'react';

interface Props extends Omit<ComponentProps<'input'>, 'onChange' | 'maxLength'> {
  error: string | undefined;
  onType: (typed: string) => void;
}

/** A field in a row of the list, with what is wrong below it. */
export function ReorderField({ error, onType, className = '', ...input }: Props) {
  return (
    <>
      <input
        autoComplete="off"
        {...input}
        aria-invalid={Boolean(error)}
        onChange={({ target }) => onType(target.value)}
        className={`field min-h-11 ${className}`}
      />
      {error && <p className="field-error">{error}</p>}
    </>
  );
}
