import type { DELIVERY } from '#built/settings.ts';
import { deliveryCharge, orderTotal } from '#domain/cart/delivery-charge.ts';
import { formatPrice } from '#domain/money.ts';

/** Subtotal, delivery and total. */
export function Totals({ subtotal, delivery }: { subtotal: number; delivery: typeof DELIVERY }) {
  const shipping = deliveryCharge(subtotal, delivery);
  return (
    <dl className="space-y-1.5 text-sm [&>div]:flex [&>div]:justify-between [&_dd]:tabular-nums">
      <div>
        <dt>Subtotal</dt>
        <dd>{formatPrice(subtotal)}</dd>
      </div>
      <div>
        <dt>Shipping</dt>
        <dd>{shipping === 0 ? 'Free' : formatPrice(shipping)}</dd>
      </div>
      <div className="items-baseline border-t border-line pt-2.5 text-base font-medium">
        <dt>Total</dt>
        <dd className="font-serif text-2xl lining-nums">{formatPrice(orderTotal(subtotal, delivery))}</dd>
      </div>
    </dl>
  );
}
