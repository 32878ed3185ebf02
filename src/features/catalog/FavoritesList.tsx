import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $favorites, type Favorite } from '#features/favorites/favorites-store.ts';
import type { CatalogItem } from './card-product.ts';
import { loadCatalog } from './catalog-index.ts';
import { ProductGrid } from './ProductGrid.tsx';
import { SkeletonGrid } from './SkeletonGrid.tsx';

const NOTHING: Favorite[] = [];

/** The favorites of this device as they are sold today, newest first. */
export function FavoritesList() {
  const favorites = useStore($favorites, { ssr: () => NOTHING });
  const [catalog, setCatalog] = useState<CatalogItem[]>();

  useEffect(() => {
    // Without the catalogue the favorites still show as they were when their heart was pressed.
    loadCatalog().then(
      ({ items }) => setCatalog(items),
      () => setCatalog([]),
    );
  }, []);

  if (!catalog) return <SkeletonGrid cards={4} />;
  if (favorites.length === 0) {
    return (
      <div className="py-16 text-center">
        <h2 className="text-3xl">No favorites yet</h2>
        <p className="mt-2 text-ink-soft">Start adding items to your favorites to see them here</p>
        <a href="/products" className="btn btn-primary mt-8">
          Browse Products
        </a>
      </div>
    );
  }
  const known = new Map(catalog.map((item) => [item.id, item]));
  return (
    <>
      <h2 className="sr-only">Products</h2>
      <ProductGrid items={favorites.toReversed().map((favorite) => known.get(favorite.id) ?? remembered(favorite))} />
    </>
  );
}

function remembered(favorite: Favorite): CatalogItem {
  return {
    ...favorite,
    secondImage: '',
    rating: 0,
    reviewCount: 0,
    isNew: false,
    isFeatured: false,
    colors: [],
    sizes: [],
  };
}
