import Search from 'virtual:icons/search';
import { Field } from '#components/Field.tsx';
import { useSearchText } from '#components/use-search-text.ts';

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
  const { typed, type, searchNow } = useSearchText(value, onSearch);

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
            onChange={(event) => type(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && searchNow()}
            className="field pl-10"
          />
        </div>
      )}
    </Field>
  );
}
