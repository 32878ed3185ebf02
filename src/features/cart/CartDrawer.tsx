import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect } from 'react';
import { announce } from '#browser/announce.ts';
import { Icon } from '#components/Icon.tsx';
import { Medallion } from '#components/Medallion.tsx';
import { useHydrated } from '#components/use-hydrated.ts';
import { isCartUnanswered } from '#features/place-order/attempt.ts';
import { CartLineRow } from './CartLineRow.tsx';
import { CartSummary } from './CartSummary.tsx';
import { limitText } from './cart-limits.ts';
import { type CartLine, lineKey } from './cart-line.ts';
import { $cartLines, $cartOpen, $limitedLine } from './cart-store.ts';
import { $quoteStatus, refreshQuote } from './current-prices.ts';
import { fetchQuote } from './fetch-quote.ts';

// Not needed to buy: without its script the drawer is what it was.
const CartSuggestions = lazy(() => import('./CartSuggestions.tsx').catch(() => ({ default: () => null })));

const NO_LINES: CartLine[] = [];

/** Interval of retries while prices could not be confirmed. */
const RETRY_MS = 10_000;

const SLIDE =
  'translate-x-full transition-[translate,overlay,display] transition-discrete duration-300 ease-calm open:translate-x-0 starting:open:translate-x-full';

/** The cart drawer, with what the shop takes beside cash. `cart-dialog.ts` opens and closes its dialog, with or without React; this renders what is in it. */
export function CartDrawer({ offersTransfer = false }: { offersTransfer?: boolean }) {
  const lines = useStore($cartLines, { ssr: () => NO_LINES });
  const isOpen = useStore($cartOpen, { ssr: () => false });
  const isHydrated = useHydrated();
  useCurrentPrices(isOpen);

  return (
    // The dialog may be open before React hydrates: React must not touch `open`.
    <dialog
      id="cart-drawer"
      aria-labelledby="cart-drawer-title"
      suppressHydrationWarning
      className={`group/cart fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-[calc(100%-2.75rem)] max-w-md overscroll-contain bg-ivory p-0 text-ink shadow-lift ${SLIDE}`}
    >
      <div className="flex h-full flex-col low:h-auto low:min-h-full">
        <div className="flex items-center justify-between border-b border-line py-2.5 pr-2 pl-5 sm:pl-7">
          <h2 id="cart-drawer-title" tabIndex={-1} className="text-2xl outline-none">
            Shopping cart
          </h2>
          <button type="button" data-action="close-cart" aria-label="Close cart" className="btn-icon">
            <Icon name="close" />
          </button>
        </div>
        <p role="status" data-announcements className="sr-only" />
        {!isHydrated && <LoadingCart />}
        {isHydrated && <LimitNotice />}
        {isHydrated && lines.length === 0 && <EmptyCart />}
        {isHydrated && lines.length > 0 && (
          <>
            <div className="grow overflow-y-auto overscroll-contain px-5 low:overflow-visible sm:px-7">
              <ul className="divide-y divide-line">
                {lines.map((line) => (
                  <CartLineRow key={lineKey(line)} line={line} />
                ))}
              </ul>
              {/* Below the lines, so that nothing moves when it comes. */}
              <Suspense>{isOpen && <CartSuggestions />}</Suspense>
            </div>
            <CartSummary offersTransfer={offersTransfer} />
          </>
        )}
      </div>
    </dialog>
  );
}

function EmptyCart() {
  return (
    <div className="flex grow flex-col items-center justify-center gap-5 px-6 pb-24 text-center">
      <Medallion icon="bag" />
      <p className="font-serif text-2xl">Your cart is empty</p>
      <p className="max-w-60 text-sm text-muted">The piece you will still love next year is in here somewhere.</p>
      <a href="/products" className="btn btn-primary mt-2">
        Start Shopping
      </a>
    </div>
  );
}

/** Says why a product was not added, or not in the wanted quantity. */
function LimitNotice() {
  const line = useStore($limitedLine);
  const text = line && `${line.product.name}: ${limitText(line)}.`;
  useEffect(() => {
    if (text) announce(text);
  }, [text]);
  return text && <p className="border-b border-line bg-notice px-5 py-3 text-sm sm:px-7">{text}</p>;
}

/** Refreshes prices when the drawer opens, and retries while the API cannot be reached. */
function useCurrentPrices(isOpen: boolean): void {
  const isUnconfirmed = useStore($quoteStatus, { ssr: () => 'asking' as const }) === 'unconfirmed';

  useEffect(() => {
    if (isOpen) refreshPrices();
  }, [isOpen]);

  useEffect(() => {
    if (!isOpen || !isUnconfirmed) return;
    const retries = setInterval(refreshPrices, RETRY_MS);
    window.addEventListener('online', refreshPrices);
    return () => {
      clearInterval(retries);
      window.removeEventListener('online', refreshPrices);
    };
  }, [isOpen, isUnconfirmed]);
}

function refreshPrices(): void {
  if (!isCartUnanswered($cartLines.get())) refreshQuote(fetchQuote);
}

/** Shown until React has hydrated: a skeleton, then the cart as text if it takes long (`cart-dialog.ts` writes it). */
function LoadingCart() {
  return (
    <>
      <div aria-hidden="true" className="space-y-6 px-5 py-6 group-data-waiting/cart:hidden sm:px-7">
        {[1, 2].map((index) => (
          <div key={index} className="flex gap-4">
            <div className="skeleton size-24 shrink-0" />
            <div className="grow space-y-3 py-1">
              <div className="skeleton h-4 w-3/4" />
              <div className="skeleton h-4 w-1/3" />
            </div>
          </div>
        ))}
      </div>
      <div className="hidden space-y-5 px-5 py-6 group-data-waiting/cart:block sm:px-7">
        <p role="status" data-cart-text suppressHydrationWarning className="break-words whitespace-pre-line">
          {''}
        </p>
        <a href="/checkout" className="btn btn-primary w-full">
          Checkout
        </a>
      </div>
    </>
  );
}
