import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Icon } from '#components/Icon.tsx';
import { useHydrated } from '#components/use-hydrated.ts';
import { formatPrice } from '#domain/money.ts';
import type { CartLine } from '#features/cart/cart-line.ts';
import { $cartLines } from '#features/cart/cart-store.ts';
import { $cartChanges, $delivery } from '#features/cart/current-prices.ts';
import { $discount, $refusal } from '#features/cart/discount.ts';
import { totalOf } from '#features/cart/order-total.ts';
import { $giftWrap } from './checkout-store.ts';
import { SummaryLines } from './SummaryLines.tsx';

const NO_LINES: CartLine[] = [];
const NO_CHANGES: [] = [];

/** The order summary beside the wizard; on a phone one line above it that unfolds. */
export function OrderSummary() {
  const lines = useStore($cartLines, { ssr: () => NO_LINES });
  const delivery = useStore($delivery);
  const discount = useStore($discount);
  const wrap = useStore($giftWrap, { ssr: () => 0 });
  const isHydrated = useHydrated();
  const refusal = useStore($refusal);
  const hasNews = useStore($cartChanges, { ssr: () => NO_CHANGES }).length > 0;
  const [isUnfolded, setIsUnfolded] = useState(false);
  // Changes must be noticed without moving the field that the shopper is about to touch.
  const isNewsHidden = hasNews && !isUnfolded;
  return (
    <section aria-labelledby="summary-title" className="rounded-sm border border-line bg-cream">
      <div className="relative flex min-h-14 flex-wrap items-center justify-between gap-x-4 px-5 lg:px-7 lg:pt-5">
        <h2 id="summary-title" className={`text-xl lg:text-2xl ${isNewsHidden ? 'max-lg:sr-only' : ''}`}>
          Order Summary
        </h2>
        {isNewsHidden && <p className="bg-notice px-2 py-0.5 text-sm lg:hidden">Your order has changed</p>}
        <button
          type="button"
          aria-expanded={isUnfolded}
          aria-controls="summary"
          onClick={() => setIsUnfolded(!isUnfolded)}
          className="flex min-h-11 items-center gap-2 font-medium whitespace-nowrap tabular-nums after:absolute after:inset-0 lg:hidden"
        >
          <span className="sr-only">Show the order, total </span>
          {isHydrated ? formatPrice(totalOf(lines, wrap, delivery, discount)) : '…'}
          <Icon name="chevron-down" className={`size-4 transition-transform ${isUnfolded ? 'rotate-180' : ''}`} />
        </button>
      </div>
      {refusal && !isUnfolded && <p className="bg-notice px-5 py-2 text-sm lg:hidden">{refusal}</p>}
      <div
        id="summary"
        className={`border-t border-line px-5 py-5 lg:block lg:border-0 lg:px-7 lg:pt-5 lg:pb-7 ${isUnfolded ? '' : 'hidden'}`}
      >
        {isHydrated ? <SummaryLines lines={lines} /> : <div aria-hidden="true" className="skeleton h-52" />}
      </div>
    </section>
  );
}
