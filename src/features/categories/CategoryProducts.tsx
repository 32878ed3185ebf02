import { useCallback, useEffect, useState } from 'react';
import type { CatalogItem } from '#features/product/card-product.ts';
import { loadCatalog } from '#features/product/catalog-index.ts';
import { GrowingGrid } from '#features/product/GrowingGrid.tsx';
import { LoadFailure } from '#features/product/LoadFailure.tsx';

interface Props {
  slug: string;
  /** The newest products of the category, as the prebuilt page shows them. */
  first: CatalogItem[];
}

/** A category with more products than a page should carry: the rest comes as the shopper scrolls. */
export function CategoryProducts({ slug, first }: Props) {
  const [items, setItems] = useState(first);
  const [hasFailed, setHasFailed] = useState(false);

  const load = useCallback(() => {
    loadCatalog().then(
      (catalog) => {
        setItems(catalog.items.filter(({ category }) => category === slug));
        setHasFailed(false);
      },
      () => setHasFailed(true),
    );
  }, [slug]);
  useEffect(load, [load]);

  return (
    <>
      <GrowingGrid items={items} className="rise" />
      {hasFailed && (
        <div className="mt-10">
          <LoadFailure onRetry={load}>
            Failed to load products. There are more in this category than these {items.length}.
          </LoadFailure>
        </div>
      )}
    </>
  );
}
