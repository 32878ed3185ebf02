import { PURCHASE_ORDER_STATUS_LABELS } from '#admin/data/purchase-orders/statuses.ts';
import { formatCount } from '#admin/kit/formats.ts';
import { formatPrice, roundMoney } from '#domain/money.ts';
import type { PurchaseOrder, PurchaseOrderItem, SupplierDelivery } from '#domain/purchase-orders/contract.ts';
import { pieceName } from '#domain/variants/choice-text.ts';

/** The lines of a purchase order, with what was received of them. */
type Received = Pick<PurchaseOrder, 'items'>;
type Items = readonly { quantity: number }[];
type Line = { quantity: number; unitCost: number };

/** How many different items: `3 items`. */
export function itemCount(items: Items): string {
  return `${formatCount(items.length)} ${items.length === 1 ? 'item' : 'items'}`;
}

/** All pieces of all items: `25 pieces`. */
export function pieceCount(items: Items): string {
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return `${formatCount(units)} ${units === 1 ? 'piece' : 'pieces'}`;
}

/** Pieces of all items that were received so far. */
export function receivedCount(items: readonly { received: number }[]): number {
  return items.reduce((sum, { received }) => sum + received, 0);
}

/** An item being put together: `5 x Rs. 700 = Rs. 3,500`. */
export function lineSum({ quantity, unitCost }: Line): string {
  return `${formatCount(quantity)} x ${formatPrice(unitCost)} = ${formatPrice(roundMoney(quantity * unitCost))}`;
}

/** The day it was first ordered or received; before that, the day it was created. */
export function dayOf({ orderDate, createdAt }: Pick<PurchaseOrder, 'orderDate' | 'createdAt'>): string {
  return orderDate ?? createdAt;
}

/** Pieces of a line that have yet to arrive. */
export function missingOf({ quantity, received, closedShort }: PurchaseOrderItem): number {
  return closedShort ? 0 : Math.max(quantity - received, 0);
}

/** True while pieces may still be received. */
export function isExpected({ status, items }: Pick<PurchaseOrder, 'status' | 'items'>): boolean {
  return status !== 'cancelled' && items.some((item) => missingOf(item) > 0);
}

/** True once something was received: its items can no longer be changed. */
export function isReceived({ status, items }: Pick<PurchaseOrder, 'status' | 'items'>): boolean {
  return status === 'received' || items.some(({ received }) => received > 0);
}

/** What was received of a line: `4 of 25 received, 1 damaged`; empty while nothing was and the line is open. */
export function receivedText({ quantity, received, damaged, closedShort }: PurchaseOrderItem): string {
  if (received === 0 && !closedShort) return '';
  const words = [`${formatCount(received)} of ${formatCount(quantity)} received`];
  if (damaged > 0) words.push(`${formatCount(damaged)} damaged`);
  if (closedShort) words.push('closed short');
  return words.join(', ');
}

/** A line of a delivery: `Halo Ring (7, Gold) x 4 (1 damaged)`. */
export function deliveryLine({ productName, color, size, received, damaged }: SupplierDelivery['items'][number]): string {
  return `${pieceName(productName, { color, size })} x ${formatCount(received)}${damaged > 0 ? ` (${formatCount(damaged)} damaged)` : ''}`;
}

/** How the stock moved between two states of a purchase order: `25 pieces added to stock`; empty when it did not. */
export function stockNews(before: Received, after: Received): string {
  const moved = inStock(after) - inStock(before);
  const pieces = pieceCount([{ quantity: Math.abs(moved) }]);
  return moved === 0 ? '' : moved > 0 ? `${pieces} added to stock` : `${pieces} taken off stock again`;
}

function inStock({ items }: Received): number {
  return items.reduce((sum, { received, damaged }) => sum + received - damaged, 0);
}

/** What a change of status did, to the stock as well. */
export function statusNews(after: Pick<PurchaseOrder, 'orderNumber' | 'status' | 'items'>, before: Received): string {
  const news = `${after.orderNumber} is now ${PURCHASE_ORDER_STATUS_LABELS[after.status].text}`;
  const moved = stockNews(before, after);
  return moved ? `${news}: ${moved}` : news;
}
