import { useStore } from '@nanostores/react';
import { $openOrder } from '#features/shopper/open-order.ts';

/**
 * The two ways on from the cart. While an order of this device is not packed, its parcel takes the cart as well, and where that saves the delivery of another
 * one it comes first. `shop-actions.ts` opens the sheet, which asks the shop whether it still can.
 */
export function OrderWays({ shipping }: { shipping: number }) {
  const order = useStore($openOrder, { ssr: () => null });
  const saves = order !== null && shipping > 0;
  const checkout = (
    <a href="/checkout" className={`btn w-full ${saves ? 'btn-outline' : 'btn-primary'}`}>
      Checkout
    </a>
  );
  if (!order) return checkout;
  const add = (
    <button type="button" data-action="order-now" className={`btn w-full px-3 ${saves ? 'btn-primary' : 'btn-outline'}`}>
      Add to your order {order.orderNumber}
    </button>
  );
  return (
    <>
      {saves ? add : checkout}
      {saves ? checkout : add}
    </>
  );
}
