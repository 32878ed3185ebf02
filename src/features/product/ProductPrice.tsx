import { formatPrice } from '#domain/money.ts';

interface Props {
  price: number;
  originalPrice: number | null;
}

/** Price, original price and saving. Always rendered, hidden if unused, so that `product-page.ts` can update them. */
export function ProductPrice({ price, originalPrice }: Props) {
  const saved = (originalPrice ?? 0) - price;
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1">
      <span data-live="price" className="text-2xl font-medium tabular-nums">
        {formatPrice(price)}
      </span>
      <s data-live="original-price" hidden={saved <= 0} className="text-lg text-muted tabular-nums">
        {formatPrice(originalPrice ?? price)}
      </s>
      <span data-live="saved" hidden={saved <= 0} className="rounded-sm bg-blush px-2.5 py-1 text-sm font-medium text-wine">
        {`Save ${formatPrice(Math.max(0, saved))}`}
      </span>
    </p>
  );
}
