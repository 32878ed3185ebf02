import { confirmationLabel } from '#admin/data/confirmations/labels.ts';
import { addressLines, paymentOf, pieceOf, unitsOf } from '#admin/data/orders/labels.ts';
import { ORDER_SOURCE_LABELS } from '#admin/data/orders/sources.ts';
import { ORDER_STATUS_LABELS } from '#admin/data/orders/statuses.ts';
import { type CsvColumn, spreadsheetMoment } from '#domain/csv.ts';
import { roundMoney } from '#domain/money.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { dueOnDelivery } from '#domain/orders/paid.ts';
import { takenOff } from '#domain/orders/sums.ts';
import { spreadsheetPhone } from '#domain/phone.ts';
import { isHiddenSum } from '#domain/rights/hidden.ts';
import { isBack } from '#domain/shipments/status.ts';

/** An order in an export. */
export const orderCsv: CsvColumn<StaffOrder>[] = [
  { name: 'Order', value: (order) => order.orderNumber },
  { name: 'Date', value: (order) => spreadsheetMoment(order.createdAt) },
  { name: 'Customer', value: (order) => order.customerName },
  { name: 'Email', value: (order) => order.customerEmail },
  { name: 'Phone', value: (order) => spreadsheetPhone(order.customerPhone) },
  { name: 'Second phone', value: (order) => spreadsheetPhone(order.secondPhone ?? '') },
  { name: 'Goes to', value: (order) => order.recipientName ?? '' },
  { name: 'Their phone', value: (order) => spreadsheetPhone(order.recipientPhone ?? '') },
  { name: 'City', value: (order) => order.cityKnown ?? order.city },
  { name: 'Address', value: (order) => addressLines(order).join(', ') },
  {
    name: 'Items',
    value: (order) =>
      order.items.map((item) => [`${item.quantity} × ${item.productName}`, pieceOf(item)].filter(Boolean).join(' · ')).join('; '),
  },
  { name: 'Pieces', value: unitsOf },
  { name: 'Weight (g)', value: weightOf },
  // As it was ordered, less store credit: what came in since, and where the order is, is in the next one.
  { name: 'To collect when placed', value: (order) => sumOf(order, roundMoney(order.totalAmount - (order.paid?.credit ?? 0))) },
  { name: 'To collect now', value: (order) => sumOf(order, dueOnDelivery(order)) },
  { name: 'Advance', value: (order) => sumOf(order, order.paid?.advance ?? 0) },
  { name: 'Collected', value: (order) => sumOf(order, collectedOf(order)) },
  { name: 'Refunded', value: (order) => sumOf(order, 0 - (order.paid?.refunded ?? 0)) },
  { name: 'Subtotal', value: (order) => order.subtotal },
  { name: 'Discount', value: (order) => sumOf(order, takenOff(order)) },
  { name: 'Code', value: ({ discountCode, discountReason }) => discountCode ?? discountReason ?? '' },
  { name: 'Shipping', value: (order) => sumOf(order, order.shipping + (order.deliveryDiscount ?? 0)) },
  { name: 'Gift wrap', value: (order) => sumOf(order, order.giftWrap ?? 0) },
  { name: 'Total', value: (order) => order.totalAmount },
  { name: 'Payment', value: (order) => paymentOf(order).text },
  { name: 'Courier', value: ({ shipments }) => named(shipments, ({ carrier }) => carrier) },
  { name: 'Tracking number', value: ({ shipments }) => named(shipments, ({ trackingNumber }) => trackingNumber) },
  { name: 'Source', value: (order) => ORDER_SOURCE_LABELS[order.source] },
  { name: 'Status', value: (order) => ORDER_STATUS_LABELS[order.status].text },
  {
    name: 'Confirmation',
    value: ({ confirmation }) => (confirmation ? confirmationLabel(confirmation).text : ''),
  },
  { name: 'Card of a gift', value: (order) => order.giftNote },
  { name: 'Notes', value: (order) => order.notes },
];

/** In cash at the door. */
function collectedOf({ paid, status, totalAmount }: StaffOrder): number {
  return paid ? paid.collected : status === 'delivered' ? totalAmount : 0;
}

/** What its parcels have, each once; of those that came back only where no other one is there. */
function named(shipments: StaffOrder['shipments'], nameOf: (parcel: StaffOrder['shipments'][number]) => string): string {
  const there = shipments.filter((parcel) => !isBack(parcel));
  const names = (there.length > 0 ? there : shipments).map(nameOf);
  return [...new Set(names)].filter(Boolean).join('; ');
}

/** A sum that is made of others; empty for whoever does not see them, who would read a nought. */
function sumOf({ totalAmount }: StaffOrder, sum: number): number | null {
  return isHiddenSum(totalAmount) ? null : sum;
}

/** What its parcels weigh together, without those that failed or came back; empty while one was not weighed. */
function weightOf({ shipments }: StaffOrder): number | '' {
  const weights = shipments.filter((parcel) => !isBack(parcel)).map(({ weight }) => weight);
  return weights.length === 0 || weights.includes(null) ? '' : weights.reduce<number>((sum, weight) => sum + (weight ?? 0), 0);
}
