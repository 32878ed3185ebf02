import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { callApi, callApiPage } from '#browser/api.ts';
import { productDrafts } from '#browser/product-drafts.ts';
import type { Product } from '#domain/products/contract.ts';
import { type CatalogIndex, loadCatalog } from '#features/product-cards/catalog-index.ts';
import { type CatalogItem, catalogItem } from '#features/product-cards/catalog-item.ts';
import { pageCategoryNames } from '#features/product-cards/category-names.ts';
import { rememberSearch } from '#features/search/last-searches.ts';
import { type ListingChoices, listingChoices } from './choices.ts';
import { type ChoiceCounts, listed } from './listed.ts';
import { filterable, isCatalogOrder, withFeatured } from './listing.ts';
import {
  type ListingQuery,
  listingUrl,
  PLAIN_LISTING,
  type Place,
  readListing,
  sortOf,
  withoutFilters,
} from './listing-query.ts';

const PAGE_SIZE = 100;

export const SERVER_FAILED = 'Unable to fetch filtered products from server. Showing available products instead.';
const CATALOG_FAILED = 'Failed to load products';
const NO_CATALOG: CatalogIndex = { items: [], bestsellers: [] };

/** A search result, with the request it belongs to. */
interface Found {
  question: string;
  items: CatalogItem[];
}

export interface Listing {
  query: ListingQuery;
  change(part: Partial<ListingQuery>): void;
  removeFilters(): void;
  /** Undefined while loading. */
  items: CatalogItem[] | undefined;
  /** All that the filters can choose from, and how many products each choice has; undefined while loading. */
  choices: ListingChoices | undefined;
  counts: ChoiceCounts | undefined;
  /** How many products the place has. */
  total: number;
  /** How many products are known here when the full list could not be loaded. */
  known: number | undefined;
  notice: string;
  /** Retries what could not be loaded. */
  retry: (() => void) | undefined;
}

/** The listing's state, mirrored in the address, and its products. The place is the same in every render. */
export function useListing(place: Place, prebuilt: CatalogItem[], prebuiltTotal: number): Listing {
  const [query, setQuery] = useState(() => ({ ...PLAIN_LISTING, category: place.category }));
  // The newest query: typed text arrives later (debounced) than clicks.
  const newest = useRef(query);
  const [addressRead, setAddressRead] = useState(false);
  const [catalog, setCatalog] = useState<CatalogIndex>();
  const [found, setFound] = useState<Found>();
  const [serverFailed, setServerFailed] = useState(false);
  const [catalogFailed, setCatalogFailed] = useState(false);

  const ask = useCallback((next: ListingQuery) => {
    if (requestKey(next) !== requestKey(newest.current)) setServerFailed(false);
    newest.current = next;
    setQuery(next);
  }, []);

  // Only the browser knows the address. Read before the first paint to avoid a flicker.
  useLayoutEffect(() => {
    const followAddress = () => {
      const asked = readListing(new URLSearchParams(location.search), place);
      // A search that was sent before its suggestions had loaded.
      rememberSearch(asked.search);
      ask(asked);
      setAddressRead(true);
    };
    followAddress();
    window.addEventListener('popstate', followAddress);
    return () => window.removeEventListener('popstate', followAddress);
  }, [ask, place]);

  // Search results come complete from the server and need no catalogue.
  const isSearch = query.search !== '' && !serverFailed;
  const needsCatalog = addressRead && !(isSearch && query.filter !== 'bestseller' && !isCatalogOrder(sortOf(query, place)));
  const loadAll = useCallback(() => {
    // The page of a small category has all of it.
    const isWhole = place.category !== '' && prebuilt.length === prebuiltTotal;
    const take = (items: CatalogIndex, hasFailed: boolean) => {
      setCatalog(items);
      setCatalogFailed(hasFailed && !isWhole);
    };
    loadCatalog().then(
      (whole) => take(whole, false),
      () => take({ items: [...cards(productDrafts()), ...prebuilt], bestsellers: [] }, true),
    );
  }, [place, prebuilt, prebuiltTotal]);
  useEffect(() => {
    if (needsCatalog) loadAll();
  }, [needsCatalog, loadAll]);

  const question = requestKey(query);
  useEffect(() => {
    if (!question || serverFailed) return;
    const stop = new AbortController();
    const { search } = newest.current;
    (search ? searchProducts(search, stop.signal) : fetchFeatured(stop.signal)).then(
      (items) => setFound({ question, items }),
      () => {
        if (stop.signal.aborted) return;
        const { filter } = newest.current;
        ask({ ...newest.current, featured: false, filter: filter === 'featured' ? null : filter });
        setServerFailed(true);
      },
    );
    return () => stop.abort();
  }, [question, ask, serverFailed]);

  const change = (part: Partial<ListingQuery>) => {
    const before = newest.current;
    ask({ ...before, ...part });
    // Each choice is a history entry; typing on in the search box replaces the last one.
    const typesOn = part.search && before.search && part.search !== before.search;
    history[typesOn ? 'replaceState' : 'pushState'](null, '', listingUrl(newest.current, place));
  };
  const removeFilters = () => change(withoutFilters(newest.current, place));

  const retry = useCallback(() => {
    setServerFailed(false);
    loadAll();
  }, [loadAll]);

  // What the server found; undefined while it has not answered.
  const answer = found?.question === question ? found.items : undefined;
  const { filter, featured: isFeatured } = query;
  const source = useMemo((): CatalogIndex | undefined => {
    if (isSearch) return answer && (catalog ?? (needsCatalog ? undefined : NO_CATALOG));
    return catalog && isFeatured && answer ? withFeatured(catalog, answer) : catalog;
  }, [catalog, answer, isSearch, isFeatured, needsCatalog]);
  const hits = isSearch ? answer : undefined;
  const list = useMemo(() => source && listed(source, query, place, hits), [source, query, place, hits]);
  const isPlain = !isSearch && listingUrl(query, place) === place.path;

  // What the filters choose from depends on neither the filters nor the order.
  const choices = useMemo(
    () => source && listingChoices(filterable(source, { filter }, place, hits)),
    [source, filter, place, hits],
  );

  const notice = serverFailed ? SERVER_FAILED : catalogFailed ? CATALOG_FAILED : '';
  const placeTotal = useMemo(() => catalog && filterable(catalog, PLAIN_LISTING, place).length, [catalog, place]);
  return {
    query,
    change,
    removeFilters,
    items: list?.items ?? (isPlain ? prebuilt : undefined),
    choices,
    counts: list?.counts,
    total: (catalogFailed ? undefined : placeTotal) ?? prebuiltTotal,
    known: catalogFailed ? placeTotal : undefined,
    notice,
    // Featured is unchecked when it fails, so there is nothing to retry.
    retry: catalogFailed || query.search ? retry : undefined,
  };
}

/** Identifies the server request of a query; empty when the catalogue answers it. */
function requestKey({ search, featured }: ListingQuery): string {
  if (search) return `search: ${search}`;
  return featured ? 'featured' : '';
}

/** All pages of a search. @throws ApiFailure */
async function searchProducts(term: string, signal: AbortSignal): Promise<CatalogItem[]> {
  const found: CatalogItem[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = { q: term, page, limit: PAGE_SIZE };
    const { items, pagination } = await callApiPage<Product[]>('/products/search', { query, signal });
    found.push(...cards(items));
    pages = pagination.totalPages;
  }
  return found;
}

/** @throws ApiFailure */
async function fetchFeatured(signal: AbortSignal): Promise<CatalogItem[]> {
  const products = await callApi<Product[]>('GET', '/products/featured', { signal });
  return cards(products);
}

function cards(products: Product[]): CatalogItem[] {
  const names = pageCategoryNames();
  return products.map((product) => catalogItem(product, names));
}
