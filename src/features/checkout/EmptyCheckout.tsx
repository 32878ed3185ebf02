import { useStore } from '@nanostores/react';
import { $deviceOrders, type DeviceOrder } from '#features/orders/device-orders.ts';
import { orderPath } from '#features/shopper/page-keys.ts';

const NONE: DeviceOrder[] = [];

/** Instead of the steps: nothing is in the cart. Who looks for the order of a moment ago is led to it. */
export function EmptyCheckout() {
  const [last] = useStore($deviceOrders, { ssr: () => NONE });
  return (
    <div className="py-8 text-center">
      <h2 className="text-3xl">Your cart is empty</h2>
      <a href="/products" className="btn btn-primary mt-8">
        Start Shopping
      </a>
      {/* Has its line before the script has read which order that is. */}
      <p className="mt-6 min-h-6">
        {last && (
          <>
            Your last order is{' '}
            <a href={orderPath(last.orderNumber)} className="text-link">
              {last.orderNumber}
            </a>
          </>
        )}
      </p>
    </div>
  );
}
