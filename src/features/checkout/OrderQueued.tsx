import { $orderQueued } from './checkout-store.ts';
import { OrderDialog } from './OrderDialog.tsx';

/** Says that the shopper was offline, and what happens to the order. */
export function OrderQueued({ maybePlaced }: { maybePlaced: boolean }) {
  return (
    <OrderDialog name="order-kept" icon="bag" title="Order Kept" onClose={showKept}>
      <p>
        {maybePlaced
          ? 'Your order is kept on this phone and will be sent again when you are back online. The shop has not confirmed it yet, and it is never placed twice.'
          : 'Your order is kept on this phone and will be sent when you are back online. It is not placed yet.'}
      </p>
      <p className="text-sm text-ink-soft">
        If a price or the stock has changed by then, nothing is ordered before you have seen it.
      </p>
      <button
        type="button"
        onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}
        className="btn btn-primary w-full"
      >
        Show my kept order
      </button>
      <a
        href="/products"
        className="-mb-3 inline-flex min-h-11 items-center text-sm font-medium underline decoration-gold underline-offset-4"
      >
        Continue shopping
      </a>
    </OrderDialog>
  );
}

function showKept(): void {
  $orderQueued.set(null);
  const kept = document.querySelector('[aria-label="Kept order"]');
  if (kept) kept.scrollIntoView();
  // From the sheet over a product.
  else location.assign('/checkout');
}
