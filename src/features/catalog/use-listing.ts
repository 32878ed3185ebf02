import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { callApiPage } from '#client/api.ts';
import type { Product } from '#shared/schemas/product.ts';
import { type CatalogItem, catalogItem } from './card-product.ts';
import { type CatalogIndex, loadCatalog } from './catalog-index.ts';
import { type ListingQuery, listingUrl, listProducts, PLAIN_LISTING, readListing } from './listing.ts';

const SEARCH_PAGE = 100;

const SEARCH_FAILED = 'Unable to fetch filtered products from server. Showing available products instead.';
const CATALOG_FAILED = 'Failed to load products';

interface Found {
  term: string;
  items: CatalogItem[];
}

export interface Listing {
  query: ListingQuery;
  change(part: Partial<ListingQuery>): void;
  /** Undefined while they are on their way. */
  items: CatalogItem[] | undefined;
  /** Every product of the shop, when they are known. */
  all: CatalogItem[] | undefined;
  notice: string;
}

/** The listing: what the shopper asks for, kept in the page's address, and the products that answer it. */
export function useListing(prebuilt: CatalogItem[]): Listing {
  const [query, setQuery] = useState(PLAIN_LISTING);
  // The newest query: what is typed reaches it later than what is clicked.
  const newest = useRef(PLAIN_LISTING);
  const [catalog, setCatalog] = useState<CatalogIndex>();
  const [found, setFound] = useState<Found>();
  const [notice, setNotice] = useState('');

  // The prebuilt page is the plain listing; only the browser knows the address. Before the first paint, so that nothing flickers.
  useLayoutEffect(() => {
    const followAddress = () => {
      newest.current = readListing(new URLSearchParams(location.search));
      setQuery(newest.current);
    };
    followAddress();
    window.addEventListener('popstate', followAddress);
    return () => window.removeEventListener('popstate', followAddress);
  }, []);

  useEffect(() => {
    loadCatalog().then(setCatalog, () => {
      setCatalog({ items: prebuilt, bestsellers: [] });
      setNotice(CATALOG_FAILED);
    });
  }, [prebuilt]);

  useEffect(() => {
    if (!query.search) return;
    const stop = new AbortController();
    searchShop(query.search, stop.signal).then(
      (items) => {
        setFound({ term: query.search, items });
        setNotice('');
      },
      () => {
        if (stop.signal.aborted) return;
        setFound(undefined);
        setNotice(SEARCH_FAILED);
        newest.current = { ...newest.current, featured: false };
        setQuery(newest.current);
      },
    );
    return () => stop.abort();
  }, [query.search]);

  const change = (part: Partial<ListingQuery>) => {
    newest.current = { ...newest.current, ...part };
    setQuery(newest.current);
    history.replaceState(history.state, '', listingUrl(newest.current));
  };

  const searching = query.search !== '' && found?.term !== query.search && notice !== SEARCH_FAILED;
  const items = useMemo(() => {
    if (!catalog) return listingUrl(query) === listingUrl(PLAIN_LISTING) ? prebuilt : undefined;
    if (searching) return undefined;
    return listProducts(catalog, query, query.search ? found?.items : undefined);
  }, [catalog, query, found, searching, prebuilt]);

  return { query, change, items, all: catalog?.items, notice };
}

/** Everything the server finds. @throws ApiFailure */
async function searchShop(term: string, signal: AbortSignal): Promise<CatalogItem[]> {
  const found: CatalogItem[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = { q: term, page, limit: SEARCH_PAGE };
    const { items, pagination } = await callApiPage<Product[]>('/products/search', { query, signal });
    found.push(...items.map(catalogItem));
    pages = pagination.totalPages;
  }
  return found;
}
