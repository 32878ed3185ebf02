import { Field } from '#components/Field.tsx';

interface Props {
  label: string;
  hint: string;
  error: string;
  text: string;
  onChange: (text: string) => void;
  className?: string;
}

/** Where lines are pasted that are checked before anything is done with them. */
export function PasteField({ label, hint, error, text, onChange, className = '' }: Props) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <textarea
          {...control}
          value={text}
          onChange={({ target }) => onChange(target.value)}
          rows={12}
          spellCheck={false}
          autoCapitalize="characters"
          className="field font-mono text-sm"
        />
      )}
    </Field>
  );
}
