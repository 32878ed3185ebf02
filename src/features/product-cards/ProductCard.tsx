import type { ReactNode } from 'react';
import { phoneSizes, photo } from '#components/photo.ts';
import { PHOTO_FALLBACK } from '#components/photo-placeholder.ts';
import { Stars } from '#components/Stars.tsx';
import { countedKinds, isSoldOut } from '#domain/variants/choice.ts';
import { CardAction } from './CardAction.tsx';
import { type CatalogItem, isDraftProduct, itemForCard } from './catalog-item.ts';
import { FavoriteButton } from './FavoriteButton.tsx';
import { Price } from './Price.tsx';

export interface CardProps {
  item: CatalogItem;
  view?: 'grid' | 'list';
  /** Loads its photo eagerly: for cards above the fold. */
  eager?: boolean;
}

interface Props extends CardProps {
  /** Reserves two lines, so that nothing moves when it loads later. */
  description?: string;
  chooseLabel?: string;
  /** Shown below the button. */
  children?: ReactNode;
}

/** 368: two to a row on a phone of 360 or 412 pixels, with two dots each. */
const WIDTHS = [200, 368, 480, 640];
const SIZES = {
  grid: phoneSizes(46, '(min-width: 80rem) 16rem, (min-width: 64rem) 23vw, (min-width: 48rem) 31vw, 46vw'),
  list: '(min-width: 48rem) 12rem, 36vw',
};

/** A product in a grid or list, prebuilt or inside an island. Its buttons work through `shop-actions.ts`. */
export function ProductCard({ item, view = 'grid', eager = false, description, chooseLabel, children }: Props) {
  const { srcSet, ...image } = photo(item.image, { widths: WIDTHS, sizes: SIZES[view] });
  const isList = view === 'list';
  return (
    <article
      aria-label={item.name}
      data-product={JSON.stringify(itemForCard(item))}
      className={`group relative flex ${isList ? 'gap-4 border-b border-line pb-4 sm:gap-6' : 'h-full flex-col'}`}
    >
      <div className={`relative overflow-hidden rounded-sm bg-cream ${isList ? 'w-32 shrink-0 self-start sm:w-48' : ''}`}>
        <img
          {...image}
          {...(srcSet && { srcSet })}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          {...(eager && { fetchPriority: 'high' })}
          decoding="async"
          data-fallback={item.secondImage || PHOTO_FALLBACK}
          className="aspect-square w-full object-cover transition-transform duration-700 ease-calm group-hover:scale-[1.03]"
        />
        {item.wornImage && <WornPhoto url={item.wornImage} />}
        <Badges item={item} />
      </div>
      <FavoriteButton
        name={item.name}
        className={`absolute z-10 size-9! bg-ivory/85 hover:bg-ivory ${isList ? 'right-0 top-0' : 'right-2 top-2'}`}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5 pt-3">
        <p className="truncate pr-10 text-[0.6875rem] tracking-[0.14em] text-muted uppercase">{item.categoryName}</p>
        <h3 className="font-serif text-[1.1875rem] leading-snug [overflow-wrap:anywhere] sm:text-xl">
          <a href={`/product/${item.id}`} className="after:absolute after:inset-0 after:z-1">
            {item.name}
          </a>
        </h3>
        {item.reviewCount > 0 && (
          <p className="flex items-center gap-1.5 text-xs text-muted">
            <Stars rating={item.rating} className="h-3.5" />
            <span>{`(${item.reviewCount})`}</span>
          </p>
        )}
        {description !== undefined && <p className="line-clamp-2 min-h-[2lh] text-sm text-ink-soft">{description}</p>}
        <Price price={item.price} originalPrice={item.originalPrice} />
        <CountedSizes item={item} />
        <CardAction item={item} chooseLabel={chooseLabel} className={isList ? 'mt-2 w-full max-w-52' : 'mt-auto w-full'} />
        {children}
      </div>
    </article>
  );
}

/** Lies over the photo while a mouse is over the card, and is loaded only then. A swipe shows it (`card-swipe.ts`). One size, to keep pages light. */
function WornPhoto({ url }: { url: string }) {
  const { srcSet: _, sizes: __, ...image } = photo(url, { widths: [480], sizes: '' });
  return (
    <img
      {...image}
      alt=""
      loading="lazy"
      data-worn
      className="absolute inset-0 hidden aspect-square w-full object-cover group-hover:block"
    />
  );
}

/** The sizes where each has its own pieces, with those that are sold out struck out. */
function CountedSizes({ item }: { item: CatalogItem }) {
  if (!countedKinds(item).includes('size')) return null;
  return (
    <p className="flex flex-wrap gap-x-2 text-xs text-muted">
      <span className="sr-only">Sizes: </span>
      {item.sizes.map((size) =>
        isSoldOut(item, 'size', size) ? (
          <s key={size}>
            {size}
            <span className="sr-only"> sold out</span>
          </s>
        ) : (
          <span key={size} className="text-ink">
            {size}
          </span>
        ),
      )}
    </p>
  );
}

function Badges({ item }: { item: CatalogItem }) {
  const badge = 'rounded-sm px-2 py-1 text-[0.6875rem] leading-none font-medium tracking-[0.06em]';
  const isSale = item.originalPrice !== null && item.originalPrice > item.price;
  return (
    <div className="absolute top-2 left-2 flex flex-col items-start gap-1">
      {isDraftProduct(item) && <span className={`${badge} bg-ink text-ivory`}>Draft</span>}
      {item.isNew && <span className={`${badge} bg-ivory text-ink`}>New</span>}
      {isSale && <span className={`${badge} bg-wine text-ivory`}>Sale</span>}
    </div>
  );
}
