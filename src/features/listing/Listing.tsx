import { lazy, Suspense, useEffect } from 'react';
import { LoadFailure } from '#components/LoadFailure.tsx';
import { Medallion } from '#components/Medallion.tsx';
import { ViewToggle } from '#components/ViewToggle.tsx';
import type { CatalogItem } from '#features/product-cards/catalog-item.ts';
import { GrowingGrid } from '#features/product-cards/GrowingGrid.tsx';
import { SkeletonGrid } from '#features/product-cards/SkeletonGrid.tsx';
import { ListingToolbar } from './ListingToolbar.tsx';
import {
  countFilters,
  countWithoutChoice,
  type ListingChoices,
  type ListingQuery,
  listingHeading,
  listingUrl,
  PLAIN_LISTING,
} from './listing.ts';
import { SERVER_FAILED, useListing } from './use-listing.ts';

interface Props {
  /** The first products, as prebuilt. */
  first: CatalogItem[];
  total: number;
  choices: ListingChoices;
}

const COLLECTIONS = { bestseller: 'Best Selling', bridal: 'Bridal', new: 'Just in', featured: 'Chosen by us' };
const LOADING_CARDS = 8;

/** With the words of the search, which only few need. */
const NothingFound = lazy(() => import('./NothingFound.tsx'));

/** All products with search, filters and sorting. Prebuilt without filters; hydrates when touched or when the address has parameters. */
export function Listing({ first, total: prebuiltTotal, choices }: Props) {
  const { query, change, items, total, known, notice, retry } = useListing(first, prebuiltTotal);
  const heading = listingHeading(query);

  useEffect(() => {
    document.title = document.title.replace(/^[^|]+(?= \|)/, heading);
  }, [heading]);

  // products.astro greys the prebuilt cards while the address asks for others.
  useEffect(() => {
    if (items) document.querySelector('#listing')?.removeAttribute('data-pending');
  }, [items]);

  return (
    <>
      <header className="pt-6 pb-5 text-center lg:pt-10 lg:pb-9">
        <p className="eyebrow">{query.filter ? COLLECTIONS[query.filter] : 'The collection'}</p>
        <h1 className="mt-2 text-4xl lg:text-5xl">{heading}</h1>
      </header>
      <ListingToolbar query={query} change={change} choices={choices} />
      {notice && (
        <LoadFailure onRetry={retry}>
          {notice === SERVER_FAILED && <b className="block font-medium">Failed to fetch products</b>}
          {notice}
        </LoadFailure>
      )}
      <div className="mb-4 flex items-center justify-between gap-4">
        <p role="status" className="text-sm text-muted">
          {items ? countText(items === first ? total : items.length, total, known) : 'Loading products'}
        </p>
        <ViewToggle view={query.view} onView={(view) => change({ view })} />
      </div>
      {items && <WithoutChoice items={items} query={query} />}
      <h2 className="sr-only">Products</h2>
      {items === undefined && <SkeletonGrid cards={LOADING_CARDS} />}
      {items?.length === 0 && query.search && known === undefined && (
        <Suspense>
          <NothingFound
            search={query.search}
            isFiltered={countFilters(query) > 0 || query.filter !== null}
            onSearch={(search) => change({ ...PLAIN_LISTING, search })}
          />
        </Suspense>
      )}
      {items?.length === 0 && !(query.search && known === undefined) && (
        <div className="pt-8 pb-16 text-center">
          <Medallion icon="gem" />
          <p className="mt-6 text-lg">
            {known === undefined
              ? 'No products available at the moment'
              : `None of the ${known} products that could be loaded match`}
          </p>
          {listingUrl(query) !== listingUrl(PLAIN_LISTING) && (
            <>
              <p className="mt-1 text-ink-soft">Another word or fewer filters may find more.</p>
              <button type="button" className="btn btn-outline mt-8" onClick={() => change(PLAIN_LISTING)}>
                Show All Products
              </button>
            </>
          )}
        </div>
      )}
      {items && items.length > 0 && <GrowingGrid key={listingUrl(query)} items={items} view={query.view} />}
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
  const kinds = [query.colors.length > 0 && 'color', query.sizes.length > 0 && 'size'].filter(Boolean).join(' or ');
  return (
    <p role="status" className="-mt-2 mb-4 text-sm text-muted">
      {`${count} ${count === 1 ? 'piece stays in because it comes' : 'pieces stay in because they come'} without a choice of ${kinds}.`}
    </p>
  );
}
