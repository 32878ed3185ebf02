import { useStore } from '@nanostores/react';
import { $openOrder } from '#features/shopper/open-order.ts';

/** While an order of this device is not packed: puts the cart into its parcel. `shop-actions.ts` opens the sheet, which asks the shop whether it still can. */
export function OpenOrderOffer() {
  const order = useStore($openOrder, { ssr: () => null });
  if (!order) return null;
  return (
    <button type="button" data-action="order-now" className="btn btn-outline w-full px-3">
      Add to your order {order.orderNumber}
    </button>
  );
}
