import { useStore } from '@nanostores/react';
import { lineKey } from '#features/cart/cart-line.ts';
import { $cartLines, countPieces } from '#features/cart/cart-store.ts';
import { $isWholeCart, $orderLines, $sheet } from '#features/checkout/order-lines.ts';
import { SummaryLines } from '#features/checkout/SummaryLines.tsx';

/** What is ordered and what it costs. What else is in the cart stays there, unless the shopper wants it along. */
export function OrderedPieces() {
  const only = useStore($sheet)?.line;
  const isWholeCart = useStore($isWholeCart);
  const others = countPieces(useStore($cartLines).filter((line) => only && lineKey(line) !== only));
  return (
    <section aria-label="Your order" className="space-y-3 sm:border-l sm:border-line sm:pl-7">
      <SummaryLines lines={useStore($orderLines)} />
      {others > 0 && (
        <label className="flex min-h-11 items-center gap-3 text-sm">
          <input
            type="checkbox"
            checked={isWholeCart}
            onChange={({ target }) => $isWholeCart.set(target.checked)}
            className="size-5 shrink-0 accent-ink"
          />
          {others === 1 ? 'With the other piece in my cart' : `With the ${others} other pieces in my cart`}
        </label>
      )}
    </section>
  );
}
