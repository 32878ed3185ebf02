import { type ReactNode, useId } from 'react';

interface Control {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface Props {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  className?: string;
  /** The input, select or textarea; it takes the properties that tie it to its label and messages. */
  children: (control: Control) => ReactNode;
}

/** A labelled control with what is wrong with it, or a hint, below. */
export function Field({ label, error, hint, className = '', children }: Props) {
  const id = useId();
  const note = error || hint;
  return (
    <div className={className}>
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      {children({ id, 'aria-invalid': Boolean(error), 'aria-describedby': note ? `${id}-note` : undefined })}
      {note && (
        <p id={`${id}-note`} className={error ? 'field-error' : 'mt-1.5 text-sm text-muted'}>
          {note}
        </p>
      )}
    </div>
  );
}
