import type { ComponentType } from 'react';
import type { CatalogItem } from './catalog-item.ts';
import { type CardProps, ProductCard } from './ProductCard.tsx';

interface Props {
  items: CatalogItem[];
  view?: 'grid' | 'list';
  /** How many cards load their photos eagerly. */
  eager?: number;
  /** Most columns on a wide screen. */
  columns?: 4 | 5;
  className?: string;
  Card?: ComponentType<CardProps>;
}

/** Products in 2 to 5 columns by width, or as a list. */
export function ProductGrid({ items, view = 'grid', eager = 0, columns = 5, className = '', Card = ProductCard }: Props) {
  const wide = columns === 5 ? 'xl:grid-cols-5' : '';
  const grid = `grid-cols-2 gap-x-3 gap-y-8 sm:gap-x-5 md:grid-cols-3 lg:grid-cols-4 lg:gap-y-10 ${wide}`;
  return (
    <ul className={`grid ${view === 'list' ? 'grid-cols-1 gap-4' : grid} ${className}`}>
      {items.map((item, index) => (
        <li key={item.id} {...(index >= eager && { className: 'below' })}>
          <Card item={item} view={view} eager={index < eager} />
        </li>
      ))}
    </ul>
  );
}
