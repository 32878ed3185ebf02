import { useState } from 'react';
import { formatPrice } from '#domain/money.ts';
import { orderPagePath } from '#domain/orders/page-link.ts';
import { $goesWithOrder } from '#features/checkout/checkout-store.ts';
import { OrderDialog } from '#features/checkout/OrderDialog.tsx';
import type { Added } from './add-to-order.ts';

/** Confirms that the pieces are in the earlier order. */
export function AddedToOrder({ added: { order, due } }: { added: Added }) {
  // What comes later would move the buttons.
  const [goesWith] = useState(() => $goesWithOrder.get());
  return (
    <OrderDialog name="added-to-order" icon="check" title="Added to your order" onClose={continueShopping}>
      <p className="text-ink-soft">Everything comes in one parcel.</p>
      <p className="mb-2 w-full bg-cream px-4 py-3 text-sm">
        Order number <strong className="font-medium select-all">{order.orderNumber}</strong>
        <span className="block text-ink-soft">
          {due > 0 ? `${formatPrice(due)} in cash when it arrives` : 'Nothing is left to pay'}
        </span>
        <a
          href={orderPagePath(order.orderNumber, order.key)}
          className="inline-flex min-h-8 items-center underline decoration-gold underline-offset-4"
        >
          See the order
        </a>
      </p>
      <button type="button" onClick={continueShopping} className="btn btn-primary w-full">
        Continue Shopping
      </button>
      {goesWith}
    </OrderDialog>
  );
}

function continueShopping(): void {
  location.assign('/products');
}
