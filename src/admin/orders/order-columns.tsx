import type { CsvColumn } from '#admin/kit/csv.ts';
import type { Column } from '#admin/kit/DataList.tsx';
import { formatMoment } from '#admin/kit/formats.ts';
import { rowActions } from '#admin/kit/row-actions.tsx';
import { formatPrice } from '#shared/money.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { NextStepButton } from './NextStepButton.tsx';
import { OrderStatusSelect } from './OrderStatusSelect.tsx';
import { addressLines, choiceOf, itemCount, ORDER_STATUSES, paymentOf } from './order-labels.ts';
import { PaymentBadge } from './PaymentBadge.tsx';

interface Actions {
  onView: (order: Order) => void;
  onDelete: (order: Order) => void;
  onShip: (order: Order) => void;
}

/** What the list shows of an order. */
export function orderColumns({ onView, onDelete, onShip }: Actions): Column<Order>[] {
  return [
    { name: 'Order', slot: 'title', sortBy: 'orderNumber', firstOrder: 'desc', cell: (order) => order.orderNumber },
    { name: 'Customer', sortBy: 'customerName', className: 'max-w-64', cell: (order) => <Customer order={order} /> },
    { name: 'Items', cell: itemCount, className: 'whitespace-nowrap' },
    {
      name: 'Total',
      sortBy: 'totalAmount',
      firstOrder: 'desc',
      align: 'right',
      cell: (order) => <span className="font-medium whitespace-nowrap">{formatPrice(order.totalAmount)}</span>,
    },
    { name: 'Payment', cell: (order) => <PaymentBadge order={order} /> },
    { name: 'Status', slot: 'corner', sortBy: 'status', cell: (order) => <OrderStatusSelect order={order} /> },
    {
      name: 'Date',
      sortBy: 'createdAt',
      firstOrder: 'desc',
      className: 'text-sm whitespace-nowrap text-ink-soft',
      cell: (order) => <time dateTime={order.createdAt}>{formatMoment(order.createdAt)}</time>,
    },
    rowActions({
      nameOf: (order) => `order ${order.orderNumber}`,
      onView,
      onDelete,
      first: (order) => <NextStepButton order={order} onShip={onShip} />,
    }),
  ];
}

function Customer({ order }: { order: Order }) {
  return (
    <>
      <p className="break-words lg:truncate">{order.customerName}</p>
      <p className="text-sm break-words text-muted lg:truncate">
        <span className="whitespace-nowrap tabular-nums">{order.customerPhone}</span>
        <span className="max-lg:hidden"> · {order.customerEmail}</span>
      </p>
    </>
  );
}

/** What an export holds of an order. */
export const orderExport: CsvColumn<Order>[] = [
  { name: 'Order', value: (order) => order.orderNumber },
  { name: 'Date', value: (order) => formatMoment(order.createdAt) },
  { name: 'Customer', value: (order) => order.customerName },
  { name: 'Email', value: (order) => order.customerEmail },
  { name: 'Phone', value: (order) => order.customerPhone },
  { name: 'Second phone', value: (order) => order.secondPhone ?? '' },
  { name: 'Address', value: (order) => addressLines(order).join(', ') },
  {
    name: 'Items',
    value: (order) =>
      order.items
        .map((item) => [`${item.quantity} × ${item.productName}`, choiceOf(item)].filter(Boolean).join(' · '))
        .join('; '),
  },
  { name: 'Subtotal', value: (order) => order.subtotal },
  { name: 'Shipping', value: (order) => order.shipping },
  { name: 'Total', value: (order) => order.totalAmount },
  { name: 'Payment', value: (order) => paymentOf(order).text },
  { name: 'Status', value: (order) => ORDER_STATUSES[order.status] },
  { name: 'Notes', value: (order) => order.notes },
];
