import { lazy, Suspense, useEffect, useMemo } from 'react';
import { LoadFailure } from '#components/LoadFailure.tsx';
import { Medallion } from '#components/Medallion.tsx';
import { ViewToggle } from '#components/ViewToggle.tsx';
import { type CatalogItem, itemsInColor } from '#features/product-cards/catalog-item.ts';
import { GrowingGrid } from '#features/product-cards/GrowingGrid.tsx';
import { SkeletonGrid } from '#features/product-cards/SkeletonGrid.tsx';
import { ChosenFilters } from './ChosenFilters.tsx';
import { chosenFilters, countWithoutChoice, type ListingChoices, listingChoices } from './choices.ts';
import { ListingToolbar } from './ListingToolbar.tsx';
import { mayBeRead } from './listing.ts';
import {
  ALL_PRODUCTS,
  categoryPlace,
  isNarrowed,
  type ListingQuery,
  listingHeading,
  listingUrl,
  PLAIN_LISTING,
} from './listing-query.ts';
import { SERVER_FAILED, useListing } from './use-listing.ts';

interface Props {
  /** The first products, as prebuilt. */
  first: CatalogItem[];
  total: number;
  categories: ListingChoices['categories'];
  /** The slug of the category whose page this is. */
  category?: string;
}

const COLLECTIONS = { bestseller: 'Best Selling', bridal: 'Bridal', new: 'Just in', featured: 'Chosen by us' };
const LOADING_CARDS = 8;
const NO_CHOICES = listingChoices([]);

/** Where a category was renamed since an address was written, the address leads to what it is called now, as that of its page does. */
async function leadOn(query: ListingQuery): Promise<void> {
  const { findCategory } = await import('#features/product-cards/find-category.ts');
  const slug = (await findCategory(query.category))?.slug;
  if (slug && slug !== query.category) location.replace(listingUrl({ ...query, category: slug }));
}

/** With the words of the search, which only few need. */
// What was found stands without it.
const SearchReading = lazy(() => import('./SearchReading.tsx').catch(() => ({ default: () => <></> })));
const NothingFound = lazy(() => import('./NothingFound.tsx'));

/**
 * Products with filters and sorting: all of them with a search, or a category's below its own heading. Prebuilt without filters; hydrates when touched or
 * when the address has parameters.
 */
export function Listing({ first, total: prebuiltTotal, categories, category }: Props) {
  const place = useMemo(() => (category ? categoryPlace(category) : ALL_PRODUCTS), [category]);
  const listing = useListing(place, first, prebuiltTotal);
  const { query, change, removeFilters, items, choices, counts, total, known, notice, retry } = listing;
  const heading = listingHeading(query);

  useEffect(() => {
    if (!category) document.title = document.title.replace(/^[^|]+(?= \|)/, heading);
  }, [heading, category]);

  const isUnknownCategory =
    !category && query.category !== '' && choices?.categories.every(({ slug }) => slug !== query.category);
  useEffect(() => {
    if (isUnknownCategory) void leadOn(query).catch(console.warn);
  }, [isUnknownCategory, query]);

  // ListingSection.astro greys the prebuilt cards while the address asks for others.
  useEffect(() => {
    if (items) document.querySelector('#listing')?.removeAttribute('data-pending');
  }, [items]);

  const shown = items === first ? total : items?.length;
  // The heading of a category says how many it has.
  const isShort = category && !isNarrowed(query, place) && known === undefined;
  const isEmpty = items?.length === 0;
  const isUnknownSearch = isEmpty && query.search !== '' && known === undefined;
  return (
    <>
      {!category && (
        <header className="pt-6 pb-5 text-center lg:pt-10 lg:pb-9">
          <p className="eyebrow">{query.filter ? COLLECTIONS[query.filter] : 'The collection'}</p>
          <h1 className="mt-2 text-4xl lg:text-5xl">{heading}</h1>
        </header>
      )}
      <ListingToolbar
        query={query}
        change={change}
        categories={categories}
        choices={choices ?? { ...NO_CHOICES, categories }}
        place={place}
        counts={counts}
        shown={shown}
        onRemoveAll={removeFilters}
      />
      {notice && (
        <LoadFailure onRetry={retry}>
          {notice === SERVER_FAILED && <b className="block font-medium">Failed to fetch products</b>}
          {notice}
        </LoadFailure>
      )}
      <div className={`flex flex-wrap content-start items-center gap-x-4 ${isShort ? '' : 'mb-4'}`}>
        <p role="status" className={isShort ? 'sr-only' : 'flex min-h-9 items-center text-sm text-muted'}>
          {shown === undefined ? 'Loading products' : countText(shown, total, known)}
        </p>
        <ChosenFilters query={query} change={change} place={place} categories={categories} onRemoveAll={removeFilters} />
        {!category && (
          <div className="ml-auto">
            <ViewToggle view={query.view} onView={(view) => change({ view })} />
          </div>
        )}
      </div>
      {items && mayBeRead(query.search, items) && (
        <Suspense>
          <SearchReading search={query.search} onSearch={(search) => change({ search })} />
        </Suspense>
      )}
      {items && <WithoutChoice items={items} query={query} />}
      <h2 className="sr-only">Products</h2>
      {items === undefined && <SkeletonGrid cards={LOADING_CARDS} />}
      {isUnknownSearch && (
        <Suspense>
          <NothingFound
            search={query.search}
            isFiltered={chosenFilters(query, place, []).length > 0 || query.filter !== null}
            onSearch={(search) => change({ ...PLAIN_LISTING, search })}
          />
        </Suspense>
      )}
      {isEmpty && !isUnknownSearch && (
        <div className="pt-8 pb-16 text-center">
          <Medallion icon="gem" />
          <p className="mt-6 text-lg">
            {known === undefined
              ? 'No products available at the moment'
              : `None of the ${known} products that could be loaded match`}
          </p>
          {listingUrl(query, place) !== place.path && (
            <>
              <p className="mt-1 text-ink-soft">{`${category ? 'Fewer' : 'Another word or fewer'} filters may find more.`}</p>
              <button
                type="button"
                className="btn btn-outline mt-8"
                onClick={() => change({ ...PLAIN_LISTING, category: place.category })}
              >
                Show All Products
              </button>
            </>
          )}
        </div>
      )}
      {items && items.length > 0 && (
        <GrowingGrid
          key={listingUrl(query, place)}
          items={itemsInColor(items, query.colors)}
          view={query.view}
          className={category && items === first ? 'rise' : ''}
        />
      )}
    </>
  );
}

/** "n of m products"; without the full list only the products known here. */
function countText(shown: number, total: number, known: number | undefined): string {
  if (known === undefined || known >= total) return `Showing ${shown} of ${Math.max(total, known ?? 0)} products`;
  return `Showing ${shown} of the ${known} products that could be loaded; the shop has ${total}`;
}

/** Says how many products are listed although they have no colours or sizes to choose. */
function WithoutChoice({ items, query }: { items: CatalogItem[]; query: ListingQuery }) {
  const count = countWithoutChoice(items, query);
  if (count === 0) return null;
  const kinds = [query.colors.length > 0 && 'colour', query.sizes.length > 0 && 'size'].filter(Boolean).join(' or ');
  return (
    <p role="status" className="-mt-2 mb-4 text-sm text-muted">
      {`${count} ${count === 1 ? 'piece stays in because it comes' : 'pieces stay in because they come'} without a choice of ${kinds}.`}
    </p>
  );
}
