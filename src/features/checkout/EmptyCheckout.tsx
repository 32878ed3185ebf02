import { useStore } from '@nanostores/react';
import { $deviceOrders } from '#features/orders/device-orders.ts';
import { trackPath } from './OrderSubmitted.tsx';

/** Instead of the steps: nothing is in the cart. Who looks for the order of a moment ago is led to it. */
export function EmptyCheckout() {
  const [last] = useStore($deviceOrders);
  return (
    <div className="py-8 text-center">
      <h2 className="text-3xl">Your cart is empty</h2>
      <a href="/products" className="btn btn-primary mt-8">
        Start Shopping
      </a>
      {last && (
        <p className="mt-6">
          <a href={trackPath(last.orderNumber)} className="text-link">
            {last.orderNumber} is placed
          </a>
        </p>
      )}
    </div>
  );
}
