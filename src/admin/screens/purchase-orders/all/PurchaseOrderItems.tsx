import { formatCount } from '#admin/kit/formats.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import { withUniqueKeys } from '#admin/kit/with-unique-keys.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/contract.ts';
import { isChoice, pieceName } from '#domain/variants/choice-text.ts';
import { receivedText } from './purchase-order-labels.ts';

/** The items of a purchase order with their costs. */
export function PurchaseOrderItems({ order }: { order: Pick<PurchaseOrder, 'items' | 'totalAmount' | 'charges'> }) {
  return (
    <section aria-label="Items" className="panel mt-6 px-4 sm:px-5">
      <ul className="divide-y divide-line">
        {withUniqueKeys(order.items, ({ id }) => id).map(({ key, item }) => (
          <li key={key} className="flex items-baseline justify-between gap-4 py-3">
            <div className="min-w-0">
              <p className="break-words">
                {pieceName(item.productName, item)}{' '}
                {isChoice(item) && <span className="text-sm whitespace-nowrap text-muted">{item.sku} </span>}
                <span className="whitespace-nowrap text-muted tabular-nums">
                  x {formatCount(item.quantity)} @ {formatPrice(item.unitCost)}
                </span>
              </p>
              <p className="text-sm text-ink-soft tabular-nums empty:hidden">{receivedText(item)}</p>
            </div>
            <p className="whitespace-nowrap tabular-nums">{formatPrice(item.totalCost)}</p>
          </li>
        ))}
      </ul>
      <p className="flex justify-between gap-4 border-t border-line py-4 text-lg font-medium tabular-nums">
        <span>Total</span> {formatPrice(order.totalAmount)}
      </p>
      {order.charges > 0 && (
        <p className="flex justify-between gap-4 pb-4 tabular-nums">
          <span>Freight and charges</span> {formatPrice(order.charges)}
        </p>
      )}
    </section>
  );
}
