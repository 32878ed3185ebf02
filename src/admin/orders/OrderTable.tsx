import { SortHeading } from '#admin/shell/SortHeading.tsx';
import { formatMoment } from '#admin/shell/shop-time.ts';
import { Icon } from '#components/ui/Icon.tsx';
import { formatPrice } from '#shared/money.ts';
import type { Order } from '#shared/schemas/order.ts';
import type { OrderFilters, OrderSort } from './order-filters.ts';
import { itemCount } from './order-words.ts';
import { PaymentBadge } from './PaymentBadge.tsx';
import { StatusSelect } from './StatusSelect.tsx';

export interface OrderListProps {
  orders: Order[];
  filters: OrderFilters;
  onSort: (column: OrderSort) => void;
  onView: (order: Order) => void;
  onDelete: (order: Order) => void;
}

/** The orders where there is room for a table. */
export function OrderTable({ orders, filters, onSort, onView, onDelete }: OrderListProps) {
  const sort = (column: OrderSort) => ({
    direction: filters.sortBy === column ? filters.sortOrder : null,
    onSort: () => onSort(column),
  });

  return (
    <div className="panel overflow-x-auto">
      <table className="list">
        <caption className="sr-only">Orders</caption>
        <thead>
          <tr>
            <SortHeading {...sort('orderNumber')}>Order</SortHeading>
            <SortHeading {...sort('customerName')}>Customer</SortHeading>
            <th scope="col">Items</th>
            <SortHeading {...sort('totalAmount')}>Total</SortHeading>
            <th scope="col">Payment</th>
            <SortHeading {...sort('status')}>Status</SortHeading>
            <SortHeading {...sort('createdAt')}>Date</SortHeading>
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id}>
              <th scope="row" className="font-medium whitespace-nowrap">
                {order.orderNumber}
              </th>
              <td className="max-w-64">
                <p className="truncate">{order.customerName}</p>
                <p className="truncate text-sm text-muted">{order.customerEmail}</p>
                <p className="text-sm text-muted">{order.customerPhone}</p>
              </td>
              <td className="whitespace-nowrap">{itemCount(order)}</td>
              <td className="font-medium whitespace-nowrap tabular-nums">{formatPrice(order.totalAmount)}</td>
              <td>
                <PaymentBadge status={order.paymentStatus} />
              </td>
              <td>
                <StatusSelect order={order} />
              </td>
              <td className="text-sm whitespace-nowrap text-ink-soft">
                <time dateTime={order.createdAt}>{formatMoment(order.createdAt)}</time>
              </td>
              <td className="text-right whitespace-nowrap">
                <button
                  type="button"
                  onClick={() => onView(order)}
                  aria-label={`View details of order ${order.orderNumber}`}
                  className="btn-icon"
                >
                  <Icon name="eye" className="size-5" />
                </button>
                <button
                  type="button"
                  onClick={() => onDelete(order)}
                  aria-label={`Delete order ${order.orderNumber}`}
                  className="btn-icon text-muted hover:text-danger"
                >
                  <Icon name="trash" className="size-5" />
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
