import { PURCHASE_ORDER_STATUS_LABELS } from '#admin/data/purchase-orders/statuses.ts';
import { formatCount } from '#admin/kit/formats.ts';
import { Day } from '#admin/kit/Moment.tsx';
import { formatPrice } from '#admin/kit/price-text.ts';
import type { Column } from '#admin/kit/rows.tsx';
import { StatusSelect } from '#admin/kit/StatusSelect.tsx';
import { type CsvColumn, spreadsheetDay } from '#domain/csv.ts';
import { spreadsheetPhone } from '#domain/phone.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/contract.ts';
import { dayOf, itemCount, pieceCount, receivedCount } from './purchase-order-labels.ts';
import { purchaseOrders } from './purchase-orders.ts';

export const purchaseOrderColumns: Column<PurchaseOrder>[] = [
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
  { name: 'Status', slot: 'corner', sortBy: 'status', cell: (order) => <StatusSelect record={purchaseOrders} item={order} /> },
  {
    name: 'Date',
    className: 'text-sm whitespace-nowrap text-ink-soft',
    cell: (order) => <Day of={dayOf(order)} />,
  },
];

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

/** A purchase order in an export. */
export const purchaseOrderCsv: CsvColumn<PurchaseOrder>[] = [
  { name: 'Order Number', value: (order) => order.orderNumber },
  { name: 'Date', value: (order) => spreadsheetDay(dayOf(order)) },
  { name: 'Supplier', value: (order) => order.supplierName },
  { name: 'Email', value: (order) => order.supplierEmail },
  { name: 'Phone', value: (order) => spreadsheetPhone(order.supplierPhone) },
  { name: 'Address', value: (order) => order.supplierAddress },
  {
    name: 'Items',
    value: (order) => order.items.map((item) => `${item.productName} x ${item.quantity} @ ${item.unitCost}`).join('; '),
  },
  { name: 'Total', value: (order) => order.totalAmount },
  { name: 'Status', value: (order) => PURCHASE_ORDER_STATUS_LABELS[order.status].text },
  { name: 'Pieces Received', value: ({ items }) => receivedCount(items) },
  { name: 'Expected Delivery', value: (order) => order.expectedDeliveryDate && spreadsheetDay(order.expectedDeliveryDate) },
  { name: 'Notes', value: (order) => order.notes },
];
