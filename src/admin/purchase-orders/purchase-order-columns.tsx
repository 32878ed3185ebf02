import type { CsvColumn } from '#admin/kit/csv.ts';
import type { Column } from '#admin/kit/DataList.tsx';
import { formatCount, formatDay } from '#admin/kit/formats.ts';
import { rowActions } from '#admin/kit/row-actions.tsx';
import { formatPrice } from '#shared/money.ts';
import type { PurchaseOrder } from '#shared/schemas/purchase-orders.ts';
import { PurchaseOrderStatusSelect } from './PurchaseOrderStatusSelect.tsx';
import { dayOf, itemCount, PURCHASE_STATUSES, pieceCount, receivedCount } from './purchase-order-labels.ts';

interface Actions {
  onView: (order: PurchaseOrder) => void;
  onDelete: (order: PurchaseOrder) => void;
}

/** What the list shows of a purchase order. */
export function purchaseOrderColumns({ onView, onDelete }: Actions): Column<PurchaseOrder>[] {
  return [
    {
      name: 'Order Number',
      slot: 'title',
      sortBy: 'createdAt',
      firstOrder: 'desc',
      className: 'whitespace-nowrap',
      cell: (order) => order.orderNumber,
    },
    { name: 'Supplier', sortBy: 'supplierName', className: 'max-w-80', cell: (order) => <Supplier order={order} /> },
    { name: 'Items', className: 'whitespace-nowrap', cell: (order) => <Items order={order} /> },
    {
      name: 'Total',
      sortBy: 'totalAmount',
      firstOrder: 'desc',
      align: 'right',
      cell: (order) => <span className="font-medium whitespace-nowrap">{formatPrice(order.totalAmount)}</span>,
    },
    { name: 'Status', slot: 'corner', sortBy: 'status', cell: (order) => <PurchaseOrderStatusSelect order={order} /> },
    {
      name: 'Date',
      className: 'text-sm whitespace-nowrap text-ink-soft',
      cell: (order) => <time dateTime={dayOf(order)}>{formatDay(dayOf(order))}</time>,
    },
    rowActions({ nameOf: (order) => `purchase order ${order.orderNumber}`, onView, onDelete }),
  ];
}

function Supplier({ order }: { order: PurchaseOrder }) {
  return (
    <>
      <p className="break-words lg:truncate">{order.supplierName}</p>
      <p className="text-sm break-words text-muted lg:truncate">{order.supplierEmail}</p>
    </>
  );
}

function Items({ order }: { order: PurchaseOrder }) {
  const { items } = order;
  return (
    <>
      <p>{itemCount(items)}</p>
      <p className="text-sm text-muted">
        {order.status === 'partial' && `${formatCount(receivedCount(items))} of `}
        {pieceCount(items)}
      </p>
    </>
  );
}

/** What an export holds of a purchase order. */
export const purchaseOrderExport: CsvColumn<PurchaseOrder>[] = [
  { name: 'Order Number', value: (order) => order.orderNumber },
  { name: 'Date', value: (order) => formatDay(dayOf(order)) },
  { name: 'Supplier', value: (order) => order.supplierName },
  { name: 'Email', value: (order) => order.supplierEmail },
  { name: 'Phone', value: (order) => order.supplierPhone },
  { name: 'Address', value: (order) => order.supplierAddress },
  {
    name: 'Items',
    value: (order) => order.items.map((item) => `${item.productName} x ${item.quantity} @ ${item.unitCost}`).join('; '),
  },
  { name: 'Total', value: (order) => order.totalAmount },
  { name: 'Status', value: (order) => PURCHASE_STATUSES[order.status] },
  { name: 'Pieces Received', value: ({ items }) => receivedCount(items) },
  { name: 'Expected Delivery', value: (order) => order.expectedDeliveryDate && formatDay(order.expectedDeliveryDate) },
  { name: 'Notes', value: (order) => order.notes },
];
