import type { ReactNode } from 'react';

interface Props<Value extends string> {
  /** What is chosen, for screen readers, or `legend` for everybody. */
  label?: string;
  legend?: string;
  values: readonly Value[];
  chosen: Value | undefined;
  onChoose: (value: Value) => void;
  /** What a button says. */
  nameOf: (value: Value) => ReactNode;
  className?: string;
}

/** A few buttons in a row, of which one is pressed. */
export function Choices<Value extends string>({ label, legend, values, chosen, onChoose, nameOf, className = '' }: Props<Value>) {
  return (
    <fieldset aria-label={label} className={`flex flex-wrap gap-2 ${className}`}>
      {legend && <legend className="field-label">{legend}</legend>}
      {values.map((value) => (
        <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onChoose(value)} className="choice">
          {nameOf(value)}
        </button>
      ))}
    </fieldset>
  );
}
