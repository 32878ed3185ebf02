import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CatalogItem } from './catalog-item.ts';
import { type CardProps, ProductCard } from './ProductCard.tsx';
import { ProductGrid } from './ProductGrid.tsx';
import { keepPlace, keptPlace, type PlaceInList } from './place-in-list.ts';

interface Props {
  items: CatalogItem[];
  view?: 'grid' | 'list';
  className?: string;
  Card?: ComponentType<CardProps>;
}

/** Cards in the prebuilt page, and how many come at a time when its end is near. */
export const CARDS_AT_A_TIME = 24;

const SCROLLING = ['wheel', 'touchmove', 'keydown'];

/**
 * A product grid that grows as the shopper scrolls, and has grown as far as before when they come back to it. Give it a key to
 * begin anew with other products.
 */
export function GrowingGrid({ items, view = 'grid', className = '', Card = ProductCard }: Props) {
  const [shown, setShown] = useState(CARDS_AT_A_TIME);
  const end = useRef<HTMLDivElement>(null);
  useReturn(shown, setShown, items.length);

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

/** Keeps the shopper's place when a grown grid is left, and returns to it as soon as there are cards enough again. */
function useReturn(shown: number, show: (cards: number) => void, available: number): void {
  const place = useRef<PlaceInList>(undefined);

  useLayoutEffect(() => {
    place.current = keptPlace();
    if (place.current) show(place.current.shown);
    // Whoever scrolls meanwhile wants to be elsewhere.
    const forget = () => {
      place.current = undefined;
    };
    for (const type of SCROLLING) window.addEventListener(type, forget, { passive: true });
    return () => {
      for (const type of SCROLLING) window.removeEventListener(type, forget);
    };
  }, [show]);

  useLayoutEffect(() => {
    if (!place.current || shown < place.current.shown || available <= shown - CARDS_AT_A_TIME) return;
    window.scrollTo(0, place.current.top);
    place.current = undefined;
  }, [shown, available]);

  useEffect(() => {
    if (shown <= CARDS_AT_A_TIME) return;
    const keep = () => keepPlace(shown);
    // A press may lead to another entry of the same page: a filter.
    document.addEventListener('click', keep, true);
    window.addEventListener('pagehide', keep);
    return () => {
      document.removeEventListener('click', keep, true);
      window.removeEventListener('pagehide', keep);
    };
  }, [shown]);
}
