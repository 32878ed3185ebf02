import { formatPrice } from '#domain/money.ts';

interface Props {
  price: number;
  originalPrice: number | null;
  className?: string;
}

/** The price, with the original price struck through. */
export function Price({ price, originalPrice, className = 'text-[0.9375rem]' }: Props) {
  const wasMore = originalPrice !== null && originalPrice > price;
  return (
    <p className={`flex flex-wrap items-baseline gap-x-2 ${className}`}>
      <span className="font-medium tabular-nums">{formatPrice(price)}</span>
      {wasMore && (
        <s className="text-[0.85em] text-muted tabular-nums">
          <span className="sr-only">before </span>
          {formatPrice(originalPrice)}
        </s>
      )}
    </p>
  );
}
