import { useEffect, useRef, useState } from 'react';
import { Icon } from '#components/ui/Icon.tsx';
import { type ListingQuery, SORTS, type Sort, sortsFor } from './listing.ts';
import { categoryLabel } from './product-words.ts';

interface Props {
  query: ListingQuery;
  change(part: Partial<ListingQuery>): void;
  categories: string[];
}

/** The server is asked when the shopper pauses, not at every key. */
const TYPING_PAUSE_MS = 300;

/** Two of them share a phone's width: their longest words just fit. */
const SELECT = 'field text-ellipsis max-sm:pr-8 max-sm:pl-3 max-sm:text-sm';

/** Search box, category and order. */
export function ListingToolbar({ query, change, categories }: Props) {
  const known = query.category && !categories.includes(query.category) ? [query.category, ...categories] : categories;
  return (
    <div className="grid grid-cols-2 gap-3 border-y border-line py-4 lg:grid-cols-[1fr_13rem_13rem]">
      <SearchBox search={query.search} onSearch={(search) => change({ search })} />
      <select
        aria-label="Category"
        className={SELECT}
        value={query.category}
        onChange={(event) => change({ category: event.target.value })}
      >
        <option value="">All Categories</option>
        {known.map((slug) => (
          <option key={slug} value={slug}>
            {categoryLabel(slug)}
          </option>
        ))}
      </select>
      <select
        aria-label="Sort"
        className={SELECT}
        value={query.sort}
        onChange={(event) => change({ sort: event.target.value as Sort })}
      >
        {sortsFor(query.filter).map((sort) => (
          <option key={sort} value={sort}>
            {SORTS[sort]}
          </option>
        ))}
      </select>
    </div>
  );
}

function SearchBox({ search, onSearch }: { search: string; onSearch(search: string): void }) {
  const [typed, setTyped] = useState(search);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The address may change it: a link, or going back.
  useEffect(() => setTyped(search), [search]);

  const type = (text: string) => {
    setTyped(text);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => onSearch(text.trim()), TYPING_PAUSE_MS);
  };

  return (
    <search className="col-span-2 lg:col-span-1">
      <form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          clearTimeout(pause.current);
          onSearch(typed.trim());
        }}
      >
        <Icon name="search" className="pointer-events-none absolute top-3 left-3.5 size-5 text-muted" />
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
