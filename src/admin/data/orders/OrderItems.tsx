import type { ReactNode } from 'react';
import { formatPrice } from '#admin/kit/price-text.ts';
import { Thumbnail } from '#admin/kit/Thumbnail.tsx';
import type { Order } from '#domain/orders/contract.ts';
import { isCollected } from '#domain/orders/labels.ts';
import { type OrderSum, orderSums, sumText } from '#domain/orders/sums.ts';
import { isHiddenSum } from '#domain/rights/hidden.ts';
import { itemCount, lineTotal, pieceOf } from './labels.ts';

interface Props {
  order: Order;
  /** Buttons beside the number of items. */
  actions?: ReactNode;
}

/** Rows that others lead to. */
const ROWS: Partial<Record<OrderSum['kind'], string>> = { total: 'text-lg font-medium', due: 'text-lg font-medium' };

/** The items of an order, as they were when it was placed, and its total. */
export function OrderItems({ order, actions }: Props) {
  // A column of dashes would say nothing.
  const isHidden = isHiddenSum(order.totalAmount);
  return (
    <section aria-label="Items" className="panel px-4 sm:px-5">
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 pt-2 pb-1 lg:pt-1">
        <h3 className="panel-heading">{itemCount(order)}</h3>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      <ul className="items-list divide-y divide-line border-t border-line">
        {order.items.map((item) => (
          <li
            key={[item.productId, item.selectedColor, item.selectedSize, item.price].join()}
            className="flex items-center gap-3 py-2.5"
          >
            <Thumbnail src={item.productImage} />
            <div className="min-w-0 flex-1">
              <p className="break-words">{item.productName}</p>
              <p className="flex flex-wrap gap-x-3 text-sm break-words text-muted tabular-nums">
                {/* More than one is what a packer overlooks. */}
                <span className="whitespace-nowrap">
                  <span className={item.quantity > 1 ? 'font-medium text-ink' : ''}>Qty: {item.quantity}</span>
                  {!isHidden && ` × ${formatPrice(item.price)}`}
                </span>
                <span className="min-w-0">{pieceOf(item)}</span>
              </p>
            </div>
            {!isHidden && <p className="font-medium whitespace-nowrap tabular-nums">{formatPrice(lineTotal(item))}</p>}
          </li>
        ))}
      </ul>
      {!isHidden && (
        <dl className="space-y-1 border-t border-line py-3 tabular-nums">
          {orderSums({ ...order, isCollected: isCollected(order) }).map((sum) => (
            <div key={sum.name} className={`flex justify-between gap-4 ${ROWS[sum.kind] ?? ''}`}>
              <dt className={`min-w-0 break-words ${ROWS[sum.kind] ? '' : 'text-muted'}`}>{sum.name}</dt>
              <dd className="whitespace-nowrap">{sumText(sum)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
