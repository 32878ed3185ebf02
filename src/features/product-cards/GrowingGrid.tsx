import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CatalogItem } from './catalog-item.ts';
import { type ListPosition, readListPosition, saveListPosition } from './list-position.ts';
import { type CardProps, ProductCard } from './ProductCard.tsx';
import { ProductGrid } from './ProductGrid.tsx';

interface Props {
  items: CatalogItem[];
  view?: 'grid' | 'list';
  className?: string;
  Card?: ComponentType<CardProps>;
}

/** Cards in the prebuilt page, and how many are added when its end is near. */
export const CARDS_PER_STEP = 24;

const SCROLLING = ['wheel', 'touchmove', 'keydown'];

/**
 * A product grid that grows as the shopper scrolls, and is as long as before when they come back to it. A new `key` starts it over.
 */
export function GrowingGrid({ items, view = 'grid', className = '', Card = ProductCard }: Props) {
  const [shown, setShown] = useState(CARDS_PER_STEP);
  const end = useRef<HTMLDivElement>(null);
  useRestoredPosition(shown, setShown, items.length);

  useEffect(() => {
    if (!end.current || shown >= items.length) return;
    const grow = new IntersectionObserver(([at]) => at?.isIntersecting && setShown(shown + CARDS_PER_STEP), {
      rootMargin: '800px',
    });
    grow.observe(end.current);
    return () => grow.disconnect();
  }, [shown, items.length]);

  // Nothing else needs it.
  useEffect(() => {
    const load = () => void import('./card-swipe.ts').catch(() => {});
    document.addEventListener('touchstart', load, { once: true, passive: true });
    return () => document.removeEventListener('touchstart', load);
  }, []);

  return (
    <>
      <ProductGrid items={items.slice(0, shown)} view={view} eager={2} className={className} Card={Card} />
      <div ref={end} data-grid-end />
    </>
  );
}

/** Saves the position when the shopper leaves a grown grid, and scrolls back to it once there are enough cards again. */
function useRestoredPosition(shown: number, show: (cards: number) => void, available: number): void {
  const position = useRef<ListPosition>(undefined);

  useLayoutEffect(() => {
    position.current = readListPosition();
    if (position.current) show(position.current.shown);
    // A shopper who scrolls meanwhile wants to be elsewhere.
    const cancel = () => {
      position.current = undefined;
    };
    for (const type of SCROLLING) window.addEventListener(type, cancel, { passive: true });
    return () => {
      for (const type of SCROLLING) window.removeEventListener(type, cancel);
    };
  }, [show]);

  useLayoutEffect(() => {
    if (!position.current || shown < position.current.shown || available <= shown - CARDS_PER_STEP) return;
    window.scrollTo(0, position.current.top);
    position.current = undefined;
  }, [shown, available]);

  useEffect(() => {
    if (shown <= CARDS_PER_STEP) return;
    const save = () => saveListPosition(shown);
    // A click may push another history entry of the same page, such as a filter.
    document.addEventListener('click', save, true);
    window.addEventListener('pagehide', save);
    return () => {
      document.removeEventListener('click', save, true);
      window.removeEventListener('pagehide', save);
    };
  }, [shown]);
}
