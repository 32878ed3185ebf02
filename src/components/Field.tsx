import { type ReactNode, useId } from 'react';

interface Control {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface Props {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  className?: string;
  /** Renders the control; spread the given props into it. */
  children: (control: Control) => ReactNode;
}

/** A labelled control. The hint stands above it, where a phone's keyboard does not cover it; what is wrong stands below. */
export function Field({ label, error, hint, className = '', children }: Props) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="-mt-1 mb-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-invalid': Boolean(error),
        'aria-describedby': error ? `${id}-error` : hint ? `${id}-hint` : undefined,
      })}
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  );
}

/** A honeypot: invisible and unreachable for people. Submissions that fill it in are refused. */
export function Honeypot() {
  return (
    <label hidden>
      Leave this empty
      <input name="remark" tabIndex={-1} autoComplete="off" />
    </label>
  );
}
