import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useState } from 'react';
import { readText } from '#browser/storage.ts';
import { BrowseBar } from '#components/BrowseBar.tsx';
import { LoadFailure } from '#components/LoadFailure.tsx';
import { Medallion } from '#components/Medallion.tsx';
import { loadCatalog } from '#features/product-cards/catalog-index.ts';
import type { CatalogItem } from '#features/product-cards/catalog-item.ts';
import { categoryName, pageCategoryNames } from '#features/product-cards/category-names.ts';
import { GrowingGrid } from '#features/product-cards/GrowingGrid.tsx';
import { ProductCard } from '#features/product-cards/ProductCard.tsx';
import { SkeletonGrid } from '#features/product-cards/SkeletonGrid.tsx';
import { ITEM_SORTS, type ItemSort, sortItems } from '#features/product-cards/sort-items.ts';
import { FavoriteCard } from './FavoriteCard.tsx';
import { $favorites, type Favorite } from './favorites-store.ts';
import { SharedListNotice } from './SharedListNotice.tsx';
import { ShareFavorites } from './ShareFavorites.tsx';
import { useSharedList } from './use-shared-list.ts';

const NOTHING: Favorite[] = [];
const LOADING_CARDS = 4;

/** The favorites of this device, or the list in the address, at current prices, with search, sorting, and a grid or list view. */
export function FavoritesList() {
  const favorites = useStore($favorites, { ssr: () => NOTHING });
  const [catalog, setCatalog] = useState<CatalogItem[]>();
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<ItemSort>('name');
  const [view, setView] = useState<'grid' | 'list'>('grid');

  const [hasFailed, setHasFailed] = useState(false);
  const [shared, closeShared] = useSharedList();
  const [said, setSaid] = useState('');

  const load = useCallback(() => {
    const take = (items: CatalogItem[], failed: boolean) => {
      setCatalog(items);
      setHasFailed(failed);
    };
    // Without the catalogue, favorites show as they were when saved.
    loadCatalog().then(
      ({ items }) => take(items, false),
      () => take([], true),
    );
  }, []);
  useEffect(load, [load]);
  useEffect(() => {
    // Below the list, and so after it. The page does without.
    if (catalog && readText('viewed_v1')) import('#features/product-cards/show-viewed.ts').catch(() => {});
  }, [catalog]);

  if (catalog && !shared && favorites.length === 0) return <NoFavorites />;
  const known = new Map(catalog?.map((item) => [item.id, item]));
  const own = favorites.map((favorite) => known.get(favorite.id) ?? remembered(favorite));
  const nameOf = (id: string) => own.find((item) => item.id === id)?.name;
  const items = shared ? shared.ids.flatMap((id) => known.get(id) ?? []) : own;
  const typed = search.trim().toLowerCase();
  const shown = sortItems(
    items.filter(({ name, categoryName }) => `${name} ${categoryName}`.toLowerCase().includes(typed)),
    sort,
  );
  const noun = shared ? 'piece' : 'favorite';
  const hasList = items.length > 0 || !shared;
  return (
    <>
      {shared && catalog && !hasFailed && (
        <SharedListNotice
          items={items}
          gone={shared.ids.filter((id) => !known.has(id)).map(nameOf)}
          isDamaged={shared.isDamaged}
          onClose={(done) => {
            closeShared();
            setSaid(done);
            document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
          }}
        />
      )}
      <p role="status" className={said && !shared ? 'mb-4 rounded-sm bg-cream px-4 py-3' : 'sr-only'}>
        {shared ? '' : said}
      </p>
      {hasList && (
        <BrowseBar<ItemSort>
          what="favorites"
          search={search}
          onSearch={setSearch}
          sorts={ITEM_SORTS}
          sort={sort}
          onSort={setSort}
          view={view}
          onView={setView}
        >
          {catalog ? `Showing ${shown.length} of ${items.length} ${noun}${items.length === 1 ? '' : 's'}` : 'Loading favorites'}
        </BrowseBar>
      )}
      {catalog && !shared && <ShareFavorites ids={items.map(({ id }) => id)} />}
      {hasFailed && (
        <LoadFailure onRetry={load}>
          {shared
            ? 'Failed to load products. The list shared with you needs a connection.'
            : 'Failed to load products. Your favorites are shown as they were when you saved them: prices and stock may have changed.'}
        </LoadFailure>
      )}
      <h2 className="sr-only">Products</h2>
      {!catalog && <SkeletonGrid cards={LOADING_CARDS} />}
      {catalog && items.length > 0 && shown.length === 0 && (
        <p className="py-20 text-center text-lg break-words text-ink-soft">{`No ${noun}s match “${search.trim()}”`}</p>
      )}
      {catalog && shown.length > 0 && (
        <GrowingGrid
          key={`${typed} ${sort} ${shared?.ids.join()}`}
          items={shown}
          view={view}
          Card={shared ? ProductCard : FavoriteCard}
        />
      )}
    </>
  );
}

function NoFavorites() {
  return (
    <div className="pt-6 pb-16 text-center">
      <Medallion icon="heart" />
      <h2 className="mt-6 text-3xl">No favorites yet</h2>
      <p className="mt-2 text-balance text-ink-soft">Start adding items to your favorites to see them here</p>
      <a href="/products" className="btn btn-primary mt-8">
        Browse Products
      </a>
    </div>
  );
}

function remembered(favorite: Favorite): CatalogItem {
  return {
    ...favorite,
    categoryName: categoryName(favorite.category, pageCategoryNames()),
    secondImage: '',
    rating: 0,
    reviewCount: 0,
    isNew: false,
    isFeatured: false,
    colors: [],
    sizes: [],
    isNickelFree: false,
    occasions: [],
  };
}
