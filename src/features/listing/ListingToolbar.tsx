import { useState } from 'react';
import { Icon } from '#components/Icon.tsx';
import { CategorySelect } from './CategorySelect.tsx';
import { chosenFilters, type ListingChoices } from './choices.ts';
import { FilterPanel } from './FilterPanel.tsx';
import type { FilterProps } from './ListingFilters.tsx';
import { ListingSearch } from './ListingSearch.tsx';
import { SORTS, type Sort, sortOf, sortsOffered } from './listing-query.ts';

export const FILTERS_BUTTON = 'filters-button';

interface Props extends FilterProps {
  /** Known before the products are. */
  categories: ListingChoices['categories'];
  shown: number | undefined;
  onRemoveAll(): void;
}

/** Search box, sorting and, on a larger screen, the category; the filters are in a panel. */
export function ListingToolbar({ categories, shown, onRemoveAll, ...filters }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { query, change, place } = filters;
  const chosen = chosenFilters(query, place, []).length;
  const columns = place.category
    ? 'md:ml-auto md:w-90'
    : 'border-t border-line pt-4 md:grid-cols-[1fr_8rem_11rem_11rem] lg:grid-cols-[1fr_9rem_13rem_13rem]';
  return (
    <div className={`grid grid-cols-2 items-start gap-3 pb-4 ${columns}`}>
      {!place.category && <ListingSearch search={query.search} onSearch={(search) => change({ search })} />}
      <button
        id={FILTERS_BUTTON}
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="field flex items-center gap-2 text-left max-sm:px-3 max-sm:text-sm noscript:hidden"
      >
        <Icon name="filter" className="size-4.5 text-ink-soft" />
        Filters
        {chosen > 0 && (
          <span className="ml-auto grid h-5 min-w-5 place-items-center rounded-full bg-ink px-1.5 text-xs leading-none text-ivory tabular-nums">
            {chosen}
            <span className="sr-only"> chosen</span>
          </span>
        )}
      </button>
      <select
        aria-label="Sort"
        className="field text-ellipsis max-sm:pr-8 max-sm:pl-3"
        value={sortOf(query, place)}
        onChange={(event) => change({ sort: event.target.value as Sort })}
      >
        {sortsOffered(query).map((sort) => (
          <option key={sort} value={sort}>
            {SORTS[sort]}
          </option>
        ))}
      </select>
      {!place.category && (
        <div className="contents max-md:hidden">
          <CategorySelect chosen={query.category} offered={categories} onChoose={(category) => change({ category })} />
        </div>
      )}
      {isOpen && (
        <FilterPanel
          {...filters}
          shown={shown}
          onRemoveAll={chosen > 0 ? onRemoveAll : undefined}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}
