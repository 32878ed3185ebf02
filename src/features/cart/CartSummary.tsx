import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { isStoredForVisit } from '#browser/storage.ts';
import { deliveryCharge } from '#domain/cart/delivery-charge.ts';
import { waysToPay } from '#domain/payments/ways-to-pay.ts';
import { isCartUnanswered } from '#features/place-order/attempt.ts';
import { isAvailable } from './cart-line.ts';
import { $cartLines, $cartOpen, $cartSubtotal } from './cart-store.ts';
import { $delivery, $quoteStatus } from './current-prices.ts';
import { DeliveryProgress } from './DeliveryProgress.tsx';
import { DeliveryTime } from './DeliveryTime.tsx';
import { $discount, $refusal, discountOf } from './discount.ts';
import { removeUnavailable } from './edit-cart.ts';
import { OrderWays } from './OrderWays.tsx';
import { Totals } from './Totals.tsx';

/** The bottom of the drawer: progress to free delivery, totals, and the ways on. */
export function CartSummary({ offersTransfer }: { offersTransfer: boolean }) {
  const subtotal = useStore($cartSubtotal);
  const delivery = useStore($delivery);
  const quote = useStore($quoteStatus);
  const lines = useStore($cartLines);
  const discount = useStore($discount);
  const refusal = useStore($refusal);
  useCode(discount.code, subtotal);
  if (!lines.some(isAvailable)) return <NothingLeft />;
  return (
    <footer className="space-y-4 border-t border-line bg-cream px-5 py-5 sm:px-7">
      <DeliveryProgress subtotal={subtotal} freeFrom={delivery.freeFrom} />
      <Totals subtotal={subtotal} delivery={delivery} {...discountOf(lines, discount)} />
      {refusal && (
        <p role="status" className="bg-notice px-3 py-2 text-sm">
          {refusal}
        </p>
      )}
      <DeliveryTime />
      {quote === 'unconfirmed' && (
        <p role="status" className="bg-notice px-3 py-2 text-sm">
          We could not check today’s prices just now. They will be confirmed at checkout.
        </p>
      )}
      {isStoredForVisit('cart_v1') && (
        <p className="text-sm">Your browser does not let us save your cart. It stays as long as this tab is open.</p>
      )}
      <OrderWays shipping={deliveryCharge(subtotal, delivery)} />
      <p className="text-center text-xs text-muted">
        {waysToPay('Cash on Delivery · you pay when it arrives', offersTransfer, ', or by bank transfer')}
      </p>
    </footer>
  );
}

/** Asks what a code takes off the cart while that is open, and again when it costs something else. */
function useCode(code: string, subtotal: number): void {
  const isOpen = useStore($cartOpen, { ssr: () => false });
  useEffect(() => {
    const lines = $cartLines.get();
    const isKnown = subtotal === 0 || discountOf(lines).code !== '';
    if (!isOpen || !code || isKnown || isCartUnanswered(lines)) return;
    import('./ask-code.ts').then(
      ({ askCode }) => askCode(code, lines),
      // The sum without it stands, and the checkout asks again.
      () => {},
    );
  }, [isOpen, code, subtotal]);
}

/** Shown when nothing in the cart can be bought any more. */
function NothingLeft() {
  return (
    <footer className="space-y-4 border-t border-line bg-cream px-5 py-5 text-sm sm:px-7">
      <p>Nothing in your cart is available any more.</p>
      <div className="grid grid-cols-2 gap-3">
        <button type="button" onClick={removeUnavailable} className="btn btn-outline px-3">
          Empty the cart
        </button>
        <a href="/products" className="btn btn-primary px-3">
          Find others
        </a>
      </div>
    </footer>
  );
}
