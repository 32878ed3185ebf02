import { useEffect } from 'react';
import type { OrderPage } from '#domain/orders/page-contract.ts';
import { forgetOpenOrder, keepOpenOrder } from '#features/shopper/open-order.ts';
import { linkIn } from './order-page-link.ts';

/** Until the order is packed more pieces can go into its parcel: this device remembers the order while they are chosen. */
export function MorePieces({ page: { orderNumber, isUnpacked } }: { page: OrderPage }) {
  useEffect(() => {
    if (!isUnpacked) forgetOpenOrder(orderNumber);
  }, [orderNumber, isUnpacked]);
  if (!isUnpacked) return null;
  return (
    <section aria-labelledby="more-title" className="rounded-sm border border-line bg-white px-5 py-7 sm:px-8">
      <h2 id="more-title" className="text-2xl">
        Forgot something?
      </h2>
      <p className="mt-3 text-sm text-ink-soft">
        Until we pack this order you can add pieces to it: one parcel, and delivery is charged once. Choose a piece, press Order
        now, then “Add to it”.
      </p>
      <a
        href="/products"
        onClick={() => keepOpenOrder(orderNumber, linkIn(location).key)}
        className="btn btn-outline mt-4 max-sm:w-full"
      >
        Choose more pieces
      </a>
    </section>
  );
}
