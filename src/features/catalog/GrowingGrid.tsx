import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { CatalogItem } from './card-product.ts';
import { type CardProps, ProductCard } from './ProductCard.tsx';
import { ProductGrid } from './ProductGrid.tsx';

interface Props {
  items: CatalogItem[];
  view?: 'grid' | 'list';
  className?: string;
  Card?: ComponentType<CardProps>;
}

/** Cards in the prebuilt page, and how many come at a time when its end is near. */
export const CARDS_AT_A_TIME = 24;

/** A product grid that grows as the shopper scrolls. Give it a key to begin anew with other products. */
export function GrowingGrid({ items, view = 'grid', className = '', Card = ProductCard }: Props) {
  const [shown, setShown] = useState(CARDS_AT_A_TIME);
  const end = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!end.current || shown >= items.length) return;
    const grow = new IntersectionObserver(([at]) => at?.isIntersecting && setShown(shown + CARDS_AT_A_TIME), {
      rootMargin: '800px',
    });
    grow.observe(end.current);
    return () => grow.disconnect();
  }, [shown, items.length]);

  return (
    <>
      <ProductGrid items={items.slice(0, shown)} view={view} eager={4} className={className} Card={Card} />
      <div ref={end} data-grid-end />
    </>
  );
}
