import { useLayoutEffect } from 'react';
import { OrderPage } from '#features/orders/OrderPage.tsx';
import { TrackOrder } from '#features/orders/TrackOrder.tsx';

/**
 * What stands behind the dialog of a placed order, and after a reload: the order's own page, or its tracking where the shop gave no key.
 * The address becomes that page's, so that nobody who comes back finds an empty form.
 */
export default function PlacedOrderPage({ path }: { path: string }) {
  // Before the part below reads the address.
  useLayoutEffect(() => {
    history.replaceState(null, '', path);
    document.title = document.title.replace('Checkout', 'Your Order');
    const title = document.querySelector('h1');
    if (title) title.textContent = 'Your Order';
  }, [path]);
  return <div className="mx-auto max-w-3xl">{path.includes('#') ? <OrderPage /> : <TrackOrder />}</div>;
}
