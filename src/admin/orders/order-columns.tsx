import { formatMoment } from '#admin/kit/formats.ts';
import { addressLines, itemCount, paymentOf, pieceOf } from '#admin/kit/order-labels.ts';
import { ORDER_SOURCES } from '#admin/kit/order-sources.ts';
import type { Column } from '#admin/kit/rows.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { ORDER_STATUSES, SHIPMENT_STATUSES } from '#admin/kit/status-labels.ts';
import type { CsvColumn } from '#shared/csv.ts';
import { formatPrice } from '#shared/money.ts';
import type { StaffOrder } from '#shared/schemas/orders.ts';
import { parcelsBack } from './next-step.ts';
import { OrderStatusSelect } from './OrderStatusSelect.tsx';

export const orderColumns: Column<StaffOrder>[] = [
  { name: 'Order', slot: 'title', sortBy: 'orderNumber', firstOrder: 'desc', cell: (order) => <Name order={order} /> },
  { name: 'Customer', sortBy: 'customerName', className: 'max-w-64', cell: (order) => <Customer order={order} /> },
  { name: 'Items', cell: itemCount, className: 'whitespace-nowrap' },
  {
    name: 'Total',
    sortBy: 'totalAmount',
    firstOrder: 'desc',
    align: 'right',
    cell: (order) => <span className="font-medium whitespace-nowrap">{formatPrice(order.totalAmount)}</span>,
  },
  { name: 'Payment', cell: (order) => <StatusBadge label={paymentOf(order)} /> },
  { name: 'Status', slot: 'corner', sortBy: 'status', cell: (order) => <OrderStatusSelect order={order} /> },
  {
    name: 'Date',
    sortBy: 'createdAt',
    firstOrder: 'desc',
    className: 'text-sm whitespace-nowrap text-ink-soft',
    cell: (order) => <time dateTime={order.createdAt}>{formatMoment(order.createdAt)}</time>,
  },
];

/** The number, where the order began if not on the website, that it has no pieces yet, and that its parcel failed or came back. */
function Name({ order }: { order: StaffOrder }) {
  const { orderNumber, source, awaitsProof } = order;
  const back = parcelsBack(order).pop();
  return (
    <>
      {orderNumber}
      {source !== 'website' && <span className="block text-sm font-normal text-muted">{ORDER_SOURCES[source]}</span>}
      {awaitsProof && <span className="block text-sm font-normal text-danger">Awaits proof</span>}
      {back && (
        <span className="block text-sm font-normal text-danger">Parcel {SHIPMENT_STATUSES[back.status].text.toLowerCase()}</span>
      )}
    </>
  );
}

function Customer({ order }: { order: StaffOrder }) {
  return (
    <>
      <p className="break-words lg:truncate">{order.customerName}</p>
      <p className="text-sm break-words text-muted lg:truncate">
        <span className="whitespace-nowrap tabular-nums">{order.customerPhone}</span>
        {order.customerEmail && <span className="max-lg:hidden"> · {order.customerEmail}</span>}
      </p>
    </>
  );
}

/** An order in an export. */
export const orderCsv: CsvColumn<StaffOrder>[] = [
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
      order.items.map((item) => [`${item.quantity} × ${item.productName}`, pieceOf(item)].filter(Boolean).join(' · ')).join('; '),
  },
  { name: 'Subtotal', value: (order) => order.subtotal },
  { name: 'Shipping', value: (order) => order.shipping },
  { name: 'Total', value: (order) => order.totalAmount },
  { name: 'Payment', value: (order) => paymentOf(order).text },
  { name: 'Source', value: (order) => ORDER_SOURCES[order.source] },
  { name: 'Status', value: (order) => ORDER_STATUSES[order.status].text },
  { name: 'Notes', value: (order) => order.notes },
];
