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

/**
 * A labelled control. A hint stands above it, where a phone's keyboard does not hide it, and what is wrong takes its place, so that
 * nothing moves under a finger; without a hint it stands below.
 */
export function Field({ label, error, hint, className = '', children }: Props) {
  const id = useId();
  const note = error || hint;
  const look = error ? 'text-danger' : 'text-muted';
  return (
    <div className={className}>
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      {hint && (
        <p id={`${id}-note`} className={`-mt-1 mb-1.5 text-sm ${look}`}>
          {note}
        </p>
      )}
      {children({ id, 'aria-invalid': Boolean(error), 'aria-describedby': note ? `${id}-note` : undefined })}
      {error && !hint && (
        <p id={`${id}-note`} className="field-error">
          {error}
        </p>
      )}
    </div>
  );
}

/** A field that nobody sees, hears or reaches by keys. A program that fills in whatever it finds fills it in, and is refused. */
export function Trap() {
  return (
    <label hidden>
      Leave this empty
      <input name="remark" tabIndex={-1} autoComplete="off" />
    </label>
  );
}
