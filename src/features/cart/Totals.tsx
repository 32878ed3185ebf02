import type { DELIVERY } from '#built/settings.ts';
import { deliveryCharge, orderTotal } from '#domain/cart/delivery-charge.ts';
import { formatPrice, roundMoney } from '#domain/money.ts';

interface Props {
  subtotal: number;
  delivery: typeof DELIVERY;
  code?: string;
  /** Rupees that the code takes off. */
  off?: number;
  /** What gift wrap costs. */
  wrap?: number;
}

/** Subtotal, what a code takes off, delivery, gift wrap, and the total: the rows of `orderSums`. */
export function Totals({ subtotal, delivery, code, off = 0, wrap = 0 }: Props) {
  const shipping = deliveryCharge(subtotal, delivery);
  const withoutWrap = orderTotal(subtotal, delivery, off);
  const paisa = roundMoney(subtotal - off + shipping - withoutWrap);
  return (
    <dl className="space-y-1.5 text-sm [&>div]:flex [&>div]:flex-wrap [&>div]:justify-between [&>div]:gap-x-3 [&_dd]:tabular-nums">
      <div>
        <dt>Subtotal</dt>
        <dd>{formatPrice(subtotal)}</dd>
      </div>
      {off > 0 && (
        <div>
          <dt>Discount ({code})</dt>
          <dd>−{formatPrice(off)}</dd>
        </div>
      )}
      <div>
        <dt>Shipping</dt>
        <dd>{shipping === 0 ? 'Free' : formatPrice(shipping)}</dd>
      </div>
      {wrap > 0 && (
        <div>
          <dt>Gift wrap</dt>
          <dd>{formatPrice(wrap)}</dd>
        </div>
      )}
      {paisa > 0 && (
        <div>
          <dt>Rounded to whole rupees</dt>
          <dd>−{formatPrice(paisa)}</dd>
        </div>
      )}
      <div className="items-baseline border-t border-line pt-2.5 text-base font-medium">
        <dt>Total</dt>
        <dd className="font-serif text-2xl lining-nums">{formatPrice(withoutWrap + wrap)}</dd>
      </div>
    </dl>
  );
}
