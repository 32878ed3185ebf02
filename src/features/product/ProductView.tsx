import type { ReactNode } from 'react';
import { DELIVERY, SHOP } from '#built/settings.ts';
import { CLAIMS, OFFERS_TRANSFER } from '#built/texts.ts';
import { Icon } from '#components/Icon.tsx';
import type { IconName } from '#components/icon-paths.ts';
import { Stars } from '#components/Stars.tsx';
import { formatPrice } from '#domain/money.ts';
import type { Product } from '#domain/products/contract.ts';
import { ratingLabel } from '#domain/reviews/labels.ts';
import { cardProduct } from '#features/product-cards/catalog-item.ts';
import { FavoriteButton } from '#features/product-cards/FavoriteButton.tsx';
import { Assurances } from './Assurances.tsx';
import { Description } from './Description.tsx';
import { ProductFacts } from './ProductFacts.tsx';
import { ProductForm } from './ProductForm.tsx';
import { ProductGallery } from './ProductGallery.tsx';
import { ProductPrice } from './ProductPrice.tsx';

interface Props {
  product: Product;
  /** The category's name. */
  category: string;
  /** Absolute address of the page, for the WhatsApp question. */
  url: string;
  /** Shown in the size guide. */
  sizeCircle?: ReactNode;
  /** Shown below the form. */
  children?: ReactNode;
}

const BADGES: { icon: IconName; title: string; text: string }[] = [
  { icon: 'truck', title: 'Free Shipping', text: `over ${formatPrice(DELIVERY.freeFrom)}` },
  ...(CLAIMS.securePayment.isShown
    ? [{ icon: 'shield', title: 'Secure Payment', text: CLAIMS.securePayment.text } as const]
    : []),
];

const EASY_RETURNS = { title: 'Easy Returns', text: `${SHOP.returnDays} Days Policy` };

/** A product. Static markup, made interactive by `product-page.ts` and `shop-actions.ts`. */
export function ProductView({ product, category, url, sizeCircle, children }: Props) {
  const { noReturns } = product;
  const returns = noReturns ? { title: 'No Returns', text: noReturns } : EASY_RETURNS;
  return (
    <div
      id="product"
      data-product-id={product.id}
      data-product={JSON.stringify(cardProduct(product))}
      className="max-md:flex max-md:flex-col md:grid md:grid-cols-2 md:grid-rows-[auto_1fr] md:gap-x-8 lg:grid-cols-[1.1fr_1fr] lg:gap-x-14 xl:gap-x-20"
    >
      <ProductGallery
        name={product.name}
        images={product.images}
        photoColors={product.photoColors}
        wornImages={product.wornImages}
      />
      <div className="md:row-span-2 max-md:contents">
        <div className="flex items-start justify-between gap-4 max-md:mt-4">
          <p className="eyebrow min-w-0 pt-3 [overflow-wrap:anywhere]">{category}</p>
          <FavoriteButton name={product.name} className="border border-line" />
        </div>
        <h1 className="mt-1 text-4xl [overflow-wrap:anywhere] lg:text-[2.75rem]">{product.name}</h1>
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
          <a href="#reviews" className="flex min-h-6 items-center gap-2 text-ink-soft hover:text-ink">
            <Stars rating={product.rating} />
            <span data-live="reviews">{ratingLabel(product.rating, product.reviewCount)}</span>
          </a>
          {product.isNew && (
            <span className="rounded-sm bg-wine px-2.5 py-1 text-[0.6875rem] tracking-[0.1em] text-ivory">New Arrival</span>
          )}
        </div>
        <ProductPrice price={product.price} originalPrice={product.originalPrice} />
        <ProductForm product={product} sizeCircle={sizeCircle} />
        {children}
        <Assurances name={product.name} url={url} noReturns={noReturns} offersTransfer={OFFERS_TRANSFER} />
        <Description text={product.description} />
        <ProductFacts product={product} />
      </div>
      <ul className="mt-8 grid self-start grid-cols-3 gap-3 text-center text-xs sm:text-sm">
        {[...BADGES, { icon: 'return', ...returns } as const].map(({ icon, title, text }) => (
          <li key={title} className="flex flex-col items-center gap-1 rounded-sm bg-cream px-2 py-4">
            <Icon name={icon} className="size-6 text-gold-deep" />
            <span className="font-medium">{title}</span>
            <span className="text-ink-soft">{text}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
