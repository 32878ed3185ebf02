import { formatMoment } from '#admin/shell/shop-time.ts';
import { Icon } from '#components/ui/Icon.tsx';
import { formatPrice } from '#shared/money.ts';
import type { Order } from '#shared/schemas/order.ts';
import type { OrderListProps } from './OrderTable.tsx';
import { itemCount } from './order-words.ts';
import { PaymentBadge } from './PaymentBadge.tsx';
import { StatusSelect } from './StatusSelect.tsx';

type Props = Pick<OrderListProps, 'orders' | 'onView' | 'onDelete'>;

/** The orders on a narrow screen, one card each. */
export function OrderCards({ orders, onView, onDelete }: Props) {
  return (
    <ul aria-label="Orders" className="grid gap-4 sm:grid-cols-2">
      {orders.map((order) => (
        <li key={order.id} className="panel flex flex-col p-4">
          <OrderCard order={order} />
          <div className="mt-auto flex items-center gap-2 pt-4">
            <button type="button" onClick={() => onView(order)} className="btn btn-outline flex-1 px-3">
              View Details
              <span className="sr-only"> of order {order.orderNumber}</span>
            </button>
            <button
              type="button"
              onClick={() => onDelete(order)}
              aria-label={`Delete order ${order.orderNumber}`}
              className="btn-icon text-muted"
            >
              <Icon name="trash" className="size-5" />
            </button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function OrderCard({ order }: { order: Order }) {
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <div>
          <h2 className="font-sans text-base font-medium">{order.orderNumber}</h2>
          <time dateTime={order.createdAt} className="text-sm text-muted">
            {formatMoment(order.createdAt)}
          </time>
        </div>
        <StatusSelect order={order} />
      </div>
      <div className="mt-3">
        <p className="break-words">{order.customerName}</p>
        <p className="text-sm break-words text-muted">{order.customerEmail}</p>
        <p className="text-sm text-muted">{order.customerPhone}</p>
      </div>
      <div className="mt-3 flex items-center justify-between gap-3 border-t border-line pt-3 text-sm">
        <span>
          {itemCount(order)} · <strong className="font-medium">{formatPrice(order.totalAmount)}</strong>
        </span>
        <PaymentBadge status={order.paymentStatus} />
      </div>
    </>
  );
}
