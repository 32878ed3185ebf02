import { CONFIRMATION_STATE_LABELS } from '#admin/data/confirmations/labels.ts';
import { addressLines, paymentOf, pieceOf, unitsOf } from '#admin/data/orders/labels.ts';
import { ORDER_SOURCE_LABELS } from '#admin/data/orders/sources.ts';
import { ORDER_STATUS_LABELS } from '#admin/data/orders/statuses.ts';
import { formatMoment } from '#admin/kit/formats.ts';
import type { CsvColumn } from '#domain/csv.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { dueOnDelivery } from '#domain/orders/paid.ts';
import { takenOff } from '#domain/orders/sums.ts';
import { spreadsheetPhone } from '#domain/phone.ts';
import { isHiddenSum } from '#domain/rights/hidden.ts';
import { isBack } from '#domain/shipments/status.ts';

/** An order in an export. */
export const orderCsv: CsvColumn<StaffOrder>[] = [
  { name: 'Order', value: (order) => order.orderNumber },
  { name: 'Date', value: (order) => formatMoment(order.createdAt) },
  { name: 'Customer', value: (order) => order.customerName },
  { name: 'Email', value: (order) => order.customerEmail },
  { name: 'Phone', value: (order) => spreadsheetPhone(order.customerPhone) },
  { name: 'Second phone', value: (order) => spreadsheetPhone(order.secondPhone ?? '') },
  { name: 'City', value: (order) => order.cityKnown ?? order.city },
  { name: 'Address', value: (order) => addressLines(order).join(', ') },
  {
    name: 'Items',
    value: (order) =>
      order.items.map((item) => [`${item.quantity} × ${item.productName}`, pieceOf(item)].filter(Boolean).join(' · ')).join('; '),
  },
  { name: 'Pieces', value: unitsOf },
  { name: 'Weight (g)', value: weightOf },
  { name: 'Amount to collect', value: (order) => sumOf(order, dueOnDelivery(order)) },
  { name: 'Subtotal', value: (order) => order.subtotal },
  { name: 'Discount', value: (order) => sumOf(order, takenOff(order)) },
  { name: 'Code', value: ({ discountCode, discountReason }) => discountCode ?? discountReason ?? '' },
  { name: 'Shipping', value: (order) => sumOf(order, order.shipping + (order.deliveryDiscount ?? 0)) },
  { name: 'Total', value: (order) => order.totalAmount },
  { name: 'Payment', value: (order) => paymentOf(order).text },
  { name: 'Source', value: (order) => ORDER_SOURCE_LABELS[order.source] },
  { name: 'Status', value: (order) => ORDER_STATUS_LABELS[order.status].text },
  {
    name: 'Confirmation',
    value: ({ confirmation }) => (confirmation ? CONFIRMATION_STATE_LABELS[confirmation.state].text : ''),
  },
  { name: 'Notes', value: (order) => order.notes },
];

/** A sum that is made of others; empty for whoever does not see them, who would read a nought. */
function sumOf({ totalAmount }: StaffOrder, sum: number): number | null {
  return isHiddenSum(totalAmount) ? null : sum;
}

/** What its parcels weigh together, without those that failed or came back; empty while one was not weighed. */
function weightOf({ shipments }: StaffOrder): number | '' {
  const weights = shipments.filter((parcel) => !isBack(parcel)).map(({ weight }) => weight);
  return weights.length === 0 || weights.includes(null) ? '' : weights.reduce<number>((sum, weight) => sum + (weight ?? 0), 0);
}
