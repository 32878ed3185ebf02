import { useEffect, useRef, useState } from 'react';
import { Icon } from '#components/Icon.tsx';

/** Debounce of the search box. */
const TYPING_PAUSE_MS = 300;

/** The listing's search box. */
export function ListingSearch({ search, onSearch }: { search: string; onSearch(search: string): void }) {
  const [typed, setTyped] = useState(search);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The address changes it, too: a link, or Back.
  useEffect(() => setTyped(search), [search]);

  const type = (text: string) => {
    setTyped(text);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => onSearch(text.trim()), TYPING_PAUSE_MS);
  };

  return (
    <search className="col-span-2 md:col-span-1">
      <form
        aria-label="Search this list"
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          clearTimeout(pause.current);
          onSearch(typed.trim());
        }}
      >
        <button type="submit" aria-label="Find products" className="absolute grid h-full w-11 place-items-center text-muted">
          <Icon name="search" className="size-5" />
        </button>
        <input
          type="search"
          aria-label="Search products"
          placeholder="Search products..."
          maxLength={200}
          className="field pl-11"
          value={typed}
          onChange={(event) => type(event.target.value)}
        />
      </form>
    </search>
  );
}
