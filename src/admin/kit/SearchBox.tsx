import Search from 'virtual:icons/search';
import { useEffect, useState } from 'react';
import { Field } from '#components/Field.tsx';

/** How long to wait after the last key. */
const DEBOUNCE_MS = 300;

interface Props {
  label: string;
  placeholder: string;
  /** What the list is searched for now. */
  value: string;
  onSearch: (term: string) => void;
  className?: string;
}

/** Searches a list for the typed text, after a short pause or on Enter. */
export function SearchBox({ label, placeholder, value, onSearch, className = '' }: Props) {
  const [typed, setTyped] = useState(value);
  const term = typed.trim();

  // Back, forward and Clear Filters change the value from outside. A search of one's own leaves the space after a word for the next one.
  useEffect(() => setTyped((now) => (now.trim() === value ? now : value)), [value]);

  useEffect(() => {
    if (term === value) return;
    const timer = setTimeout(() => onSearch(term), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [term, value, onSearch]);

  return (
    <Field label={label} className={className}>
      {(control) => (
        <div className="relative">
          <Search className="pointer-events-none absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-muted" />
          <input
            {...control}
            type="search"
            inputMode="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            placeholder={placeholder}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && onSearch(term)}
            className="field pl-10"
          />
        </div>
      )}
    </Field>
  );
}
