import { useCallback, useEffect, useState } from 'react';
import { LoadFailure } from '#components/LoadFailure.tsx';
import { loadCatalog } from '#features/product-cards/catalog-index.ts';
import type { CatalogItem } from '#features/product-cards/catalog-item.ts';
import { GrowingGrid } from '#features/product-cards/GrowingGrid.tsx';

interface Props {
  slug: string;
  /** The newest products of the category, as prebuilt. */
  first: CatalogItem[];
}

/** A category with more products than its page carries: the rest loads from the catalogue. */
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
