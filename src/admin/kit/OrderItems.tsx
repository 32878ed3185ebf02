import { formatPrice } from '#shared/money.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { lineTotal, pieceOf } from './order-labels.ts';
import { Thumbnail } from './Thumbnail.tsx';

/** The items of an order, as they were when it was placed, and its total. */
export function OrderItems({ order }: { order: Order }) {
  return (
    <section aria-label="Items" className="panel mt-6 px-4 sm:px-5">
      <ul className="divide-y divide-line">
        {order.items.map((item) => (
          <li
            key={[item.productId, item.selectedColor, item.selectedSize, item.price].join()}
            className="flex items-center gap-4 py-4"
          >
            <Thumbnail src={item.productImage} />
            <div className="min-w-0 flex-1">
              <p className="break-words">{item.productName}</p>
              <p className="text-sm break-words text-muted">{pieceOf(item)}</p>
              <p className="text-sm text-muted tabular-nums">
                Qty: {item.quantity} × {formatPrice(item.price)}
              </p>
            </div>
            <p className="font-medium whitespace-nowrap tabular-nums">{formatPrice(lineTotal(item))}</p>
          </li>
        ))}
      </ul>
      <dl className="space-y-1.5 border-t border-line py-4 tabular-nums">
        <div className="flex justify-between gap-4">
          <dt className="text-muted">Subtotal</dt>
          <dd>{formatPrice(order.subtotal)}</dd>
        </div>
        <div className="flex justify-between gap-4">
          <dt className="text-muted">Shipping</dt>
          <dd>{order.shipping === 0 ? 'Free' : formatPrice(order.shipping)}</dd>
        </div>
        <div className="flex justify-between gap-4 text-lg font-medium">
          <dt>Total</dt>
          <dd>{formatPrice(order.totalAmount)}</dd>
        </div>
      </dl>
    </section>
  );
}
