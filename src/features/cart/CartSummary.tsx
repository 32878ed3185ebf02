import { useStore } from '@nanostores/react';
import { Totals } from '#components/ui/Totals.tsx';
import { $cartSubtotal, $quoteStatus } from './cart-store.ts';
import { DeliveryProgress } from './DeliveryProgress.tsx';

/** What stands below the lines of the drawer: how far it is to free delivery, what it costs, and the way on. */
export function CartSummary() {
  const subtotal = useStore($cartSubtotal);
  const quote = useStore($quoteStatus);
  return (
    <footer className="space-y-4 border-t border-line bg-cream px-5 py-5 sm:px-7">
      <DeliveryProgress subtotal={subtotal} />
      <Totals subtotal={subtotal} />
      {quote === 'unconfirmed' && (
        <p role="status" className="bg-notice px-3 py-2 text-sm">
          We could not check today’s prices just now. They will be confirmed at checkout.
        </p>
      )}
      <a href="/checkout" className="btn btn-primary w-full">
        Checkout
      </a>
      <p className="text-center text-xs text-muted">Cash on Delivery · you pay when it arrives</p>
    </footer>
  );
}
