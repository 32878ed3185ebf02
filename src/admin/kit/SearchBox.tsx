import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Field } from '#components/Field.tsx';

/** How long typing must rest before the list follows. */
const REST_MS = 300;

interface Props {
  label: string;
  placeholder: string;
  /** What the list is searched for now. */
  value: string;
  onSearch: (term: string) => void;
  inputMode?: 'search' | 'email';
  className?: string;
}

/** Narrows a list to what is typed, once typing rests or Enter is pressed. */
export function SearchBox({ label, placeholder, value, onSearch, inputMode = 'search', className = '' }: Props) {
  const [typed, setTyped] = useState(value);
  const term = typed.trim();

  // Back, forward and Clear Filters change the address: the box follows it.
  useEffect(() => setTyped(value), [value]);

  useEffect(() => {
    if (term === value) return;
    const rest = setTimeout(() => onSearch(term), REST_MS);
    return () => clearTimeout(rest);
  }, [term, value, onSearch]);

  return (
    <Field label={label} className={className}>
      {(control) => (
        <div className="relative">
          <Search aria-hidden className="pointer-events-none absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-muted" />
          <input
            {...control}
            type="search"
            inputMode={inputMode}
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
