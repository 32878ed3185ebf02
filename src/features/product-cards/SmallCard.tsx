import type { ReactNode } from 'react';
import { photo } from '#components/photo.ts';
import { PHOTO_FALLBACK } from '#components/photo-placeholder.ts';
import { formatPrice } from '#domain/money.ts';
import { type CatalogItem, itemForCard } from './catalog-item.ts';

interface Props {
  item: CatalogItem;
  /** A button below. */
  children?: ReactNode;
}

/** A product in a row of three, where there is no room for its whole card. */
export function SmallCard({ item, children }: Props) {
  return (
    <li data-product={JSON.stringify(itemForCard(item))} className="w-32 shrink-0 text-sm">
      <a href={`/product/${item.id}`} className="hover:text-gold-deep">
        <img
          {...photo(item.image, { widths: [120, 240], sizes: '7.5rem' })}
          alt=""
          data-fallback={item.secondImage || PHOTO_FALLBACK}
          className="mb-2 aspect-square w-full rounded-sm bg-cream object-cover"
        />
        <span className="line-clamp-2 leading-snug break-words">{item.name}</span>
      </a>
      <span className="mt-1 text-muted tabular-nums">{formatPrice(item.price)}</span>
      {children}
    </li>
  );
}
