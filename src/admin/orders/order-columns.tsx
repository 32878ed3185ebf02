import { CONFIRMATION_STATES } from '#admin/kit/confirmation-labels.ts';
import { formatDaysAgo, formatMoment } from '#admin/kit/formats.ts';
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
  { name: 'Confirmation', className: 'max-w-44', cell: (order) => <ConfirmationChip order={order} /> },
  { name: 'Status', slot: 'corner', sortBy: 'status', cell: (order) => <OrderStatusSelect order={order} /> },
  {
    name: 'Date',
    sortBy: 'createdAt',
    firstOrder: 'desc',
    className: 'text-sm whitespace-nowrap text-ink-soft',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt}>
        {formatMoment(createdAt)}
        <span className="block text-muted">{formatDaysAgo(createdAt)}</span>
      </time>
    ),
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
  // What was typed where nobody recognised a city in it: somebody has to ask.
  const place = order.cityKnown ?? (order.city && `${order.city}?`);
  return (
    <>
      <p className="break-words lg:truncate">{order.customerName}</p>
      <p className="text-sm break-words text-muted lg:truncate">
        <span className="whitespace-nowrap tabular-nums">{order.customerPhone}</span>
        {place && <span> · {place}</span>}
      </p>
    </>
  );
}

/** Whether an order is real, and why staff should look: nothing for one that was packed, or is over. */
function ConfirmationChip({ order: { confirmation, status } }: { order: StaffOrder }) {
  if (!confirmation || !['pending', 'processing'].includes(status)) return null;
  const { override, heldBecause, state } = confirmation;
  const reason = override ? override.because : state === 'confirmed' ? '' : heldBecause;
  return (
    <>
      <StatusBadge label={override ? { text: 'May go out', tone: 'tone-work' } : CONFIRMATION_STATES[state]} />
      {reason && (
        <span dir="auto" className="mt-0.5 block text-xs text-muted lg:truncate" title={reason}>
          {reason}
        </span>
      )}
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
  {
    name: 'Confirmation',
    value: ({ confirmation }) => (confirmation ? CONFIRMATION_STATES[confirmation.state].text : ''),
  },
  { name: 'Notes', value: (order) => order.notes },
];
