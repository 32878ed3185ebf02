import { confirmationLabel } from '#admin/data/confirmations/labels.ts';
import { itemCount, localPhone, placeOf } from '#admin/data/orders/labels.ts';
import { ORDER_SOURCE_LABELS } from '#admin/data/orders/sources.ts';
import { SHIPMENT_STATUS_LABELS } from '#admin/data/shipments/statuses.ts';
import { formatDaysAgo } from '#admin/kit/formats.ts';
import { Moment } from '#admin/kit/Moment.tsx';
import { Price } from '#admin/kit/Price.tsx';
import type { BriefRow, Column } from '#admin/kit/rows.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import type { StatusLabel } from '#admin/kit/status-labels.ts';
import { useMay } from '#admin/platform/rights.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { isUnshipped } from '#domain/orders/status.ts';
import { parcelsBack } from './next-step.ts';
import { OrderStatusSelect } from './OrderStatusSelect.tsx';

const orderColumns: Column<StaffOrder>[] = [
  { name: 'Order', slot: 'title', sortBy: 'orderNumber', firstOrder: 'desc', cell: (order) => <Name order={order} /> },
  { name: 'Customer', sortBy: 'customerName', className: 'fills', cell: (order) => <Customer order={order} /> },
  {
    name: 'Total',
    sortBy: 'totalAmount',
    firstOrder: 'desc',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: (order) => (
      <>
        <span className="font-medium">
          <Price of={order.totalAmount} />
        </span>
        <span className="block text-sm text-muted">{itemCount(order)}</span>
      </>
    ),
  },
  { name: 'Confirmation', className: 'max-w-36', cell: (order) => <ConfirmationChip order={order} /> },
  { name: 'Status', slot: 'corner', sortBy: 'status', cell: (order) => <OrderStatusSelect order={order} /> },
  {
    name: 'Date',
    sortBy: 'createdAt',
    firstOrder: 'desc',
    className: 'text-sm text-ink-soft',
    cell: ({ createdAt }) => <Moment of={createdAt} />,
  },
];

/** The columns, sorted by what the role sees: an order of rows says what it is made of. */
export function useOrderColumns(): Column<StaffOrder>[] {
  const may: Record<string, boolean> = { customerName: useMay('see_names'), totalAmount: useMay('see_sums') };
  return orderColumns.map(({ sortBy, ...column }) => (sortBy && (may[sortBy] ?? true) ? { ...column, sortBy } : column));
}

/** An order on a phone. */
export const orderBrief: BriefRow<StaffOrder> = {
  name: ({ orderNumber }) => orderNumber,
  of: ({ customerName }) => <span dir="auto">{customerName}</span>,
  end: ({ totalAmount }) => <Price of={totalAmount} />,
  below: (order) => {
    const confirmation = confirmationOf(order);
    const trouble = troubleOf(order);
    const source = order.source !== 'website' && ORDER_SOURCE_LABELS[order.source];
    return (
      <>
        <OrderStatusSelect order={order} />
        {trouble ? (
          <span className="shrink-0 text-danger">{trouble}</span>
        ) : (
          confirmation && <StatusBadge label={confirmation} className="shrink-0" />
        )}
        {/* One line: what does not fit begins a second one, which is not seen. */}
        <span className="h-5 min-w-0 overflow-hidden leading-5 text-muted">
          {[placeOf(order), formatDaysAgo(order.createdAt), itemCount(order), source]
            .flatMap((part) => (part ? [part.replaceAll(' ', '\u00a0')] : []))
            .join(' ·\u00a0')}
        </span>
      </>
    );
  },
};

/** The number, where the order began if not on the website, that it has no pieces yet, and that its parcel failed or came back. */
function Name({ order }: { order: StaffOrder }) {
  const { orderNumber, source } = order;
  const trouble = troubleOf(order);
  return (
    <>
      {orderNumber}
      {source !== 'website' && <span className="block text-sm font-normal text-muted">{ORDER_SOURCE_LABELS[source]}</span>}
      {trouble && <span className="block text-sm font-normal text-danger">{trouble}</span>}
    </>
  );
}

/** That an order has no pieces yet, or that its parcel failed or came back: empty for all others. */
function troubleOf(order: StaffOrder): string {
  const back = parcelsBack(order).pop();
  if (back) return `Parcel ${SHIPMENT_STATUS_LABELS[back.status].text.toLowerCase()}`;
  return order.awaitsProof ? 'Awaits proof' : '';
}

function Customer({ order }: { order: StaffOrder }) {
  const place = placeOf(order);
  return (
    <>
      <p className="break-words lg:truncate" title={order.customerName}>
        {order.customerName}
      </p>
      <p className="text-sm break-words text-muted lg:truncate">
        <span className="whitespace-nowrap tabular-nums">{localPhone(order.customerPhone)}</span>
        {place && <span> · {place}</span>}
      </p>
    </>
  );
}

/** Whether an order is real: null for one that was packed, or is over. */
function confirmationOf({ confirmation, status }: StaffOrder): StatusLabel | null {
  if (!confirmation || !isUnshipped({ status })) return null;
  return confirmationLabel(confirmation);
}

/** Whether an order is real, and why staff should look. */
function ConfirmationChip({ order }: { order: StaffOrder }) {
  const label = confirmationOf(order);
  if (!label || !order.confirmation) return null;
  const { override, callBecause, state } = order.confirmation;
  const reason = override ? override.because : state === 'confirmed' ? '' : callBecause;
  return (
    <>
      <StatusBadge label={label} />
      {reason && (
        <span dir="auto" className="mt-0.5 block text-xs text-muted lg:truncate" title={reason}>
          {reason}
        </span>
      )}
    </>
  );
}
