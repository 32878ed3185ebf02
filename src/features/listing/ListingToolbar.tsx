import { useState } from 'react';
import { Icon } from '#components/Icon.tsx';
import { categoryLabel } from '#features/product-cards/category-names.ts';
import { ListingFilters } from './ListingFilters.tsx';
import { ListingSearch } from './ListingSearch.tsx';
import { countFilters, type ListingChoices, type ListingQuery, SORTS, type Sort, sortsFor } from './listing.ts';

interface Props {
  query: ListingQuery;
  change(part: Partial<ListingQuery>): void;
  choices: ListingChoices;
}

/** Search box, sorting, category and filters. On a phone category and filters fold behind a button. */
export function ListingToolbar({ query, change, choices }: Props) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  return (
    <div className="grid grid-cols-2 gap-3 border-t border-line pt-4 pb-4 max-md:mb-4 max-md:border-b md:grid-cols-[1fr_11rem_11rem] lg:grid-cols-[1fr_13rem_13rem]">
      <ListingSearch search={query.search} onSearch={(search) => change({ search })} />
      <FiltersButton chosen={countFilters(query)} isUnfolded={isUnfolded} onFold={() => setIsUnfolded(!isUnfolded)} />
      <select
        aria-label="Sort"
        className="field text-ellipsis max-sm:pr-8 max-sm:pl-3 max-sm:text-sm"
        value={query.sort}
        onChange={(event) => change({ sort: event.target.value as Sort })}
      >
        {sortsFor(query.filter).map((sort) => (
          <option key={sort} value={sort}>
            {SORTS[sort]}
          </option>
        ))}
      </select>
      <div id="listing-filters" className={`col-span-2 md:contents ${isUnfolded ? '' : 'max-md:hidden'}`}>
        <CategorySelect chosen={query.category} offered={choices.categories} onChoose={(category) => change({ category })} />
        <ListingFilters query={query} change={change} choices={choices} />
      </div>
    </div>
  );
}

/** Hidden without script: filters need it. */
function FiltersButton({ chosen, isUnfolded, onFold }: { chosen: number; isUnfolded: boolean; onFold(): void }) {
  return (
    <button
      type="button"
      aria-expanded={isUnfolded}
      aria-controls="listing-filters"
      onClick={onFold}
      className="field flex items-center gap-2 text-left max-sm:px-3 max-sm:text-sm md:hidden noscript:hidden"
    >
      <Icon name="filter" className="size-4.5 text-ink-soft" />
      Filters
      {chosen > 0 && (
        <span className="grid h-5 min-w-5 place-items-center rounded-full bg-ink px-1.5 text-xs leading-none text-ivory tabular-nums">
          {chosen}
          <span className="sr-only"> chosen</span>
        </span>
      )}
      <Icon
        name="chevron-down"
        className={`ml-auto size-4.5 text-ink-soft transition-transform ${isUnfolded ? 'rotate-180' : ''}`}
      />
    </button>
  );
}

interface CategoryProps {
  chosen: string;
  offered: ListingChoices['categories'];
  onChoose(category: string): void;
}

function CategorySelect({ chosen, offered, onChoose }: CategoryProps) {
  const isOffered = !chosen || offered.some(({ slug }) => slug === chosen);
  const known = isOffered ? offered : [{ slug: chosen, name: categoryLabel(chosen) }, ...offered];
  return (
    <select
      aria-label="Category"
      className="field text-ellipsis"
      value={chosen}
      onChange={(event) => onChoose(event.target.value)}
    >
      <option value="">All Categories</option>
      {known.map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name}
        </option>
      ))}
    </select>
  );
}
