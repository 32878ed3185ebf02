import { useEffect, useState } from 'react';
import type { CatalogItem } from './card-product.ts';
import { loadCatalog } from './catalog-index.ts';
import { GrowingGrid } from './GrowingGrid.tsx';

interface Props {
  slug: string;
  /** The newest products of the category, as the prebuilt page shows them. */
  first: CatalogItem[];
}

/** A category with more products than a page should carry: the rest comes as the shopper scrolls. */
export function CategoryProducts({ slug, first }: Props) {
  const [items, setItems] = useState(first);

  useEffect(() => {
    loadCatalog().then(
      (catalog) => setItems(catalog.items.filter(({ category }) => category === slug)),
      () => setItems(first),
    );
  }, [slug, first]);

  return <GrowingGrid items={items} className="rise" />;
}
