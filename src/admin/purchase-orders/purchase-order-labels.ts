import { formatCount } from '#admin/kit/formats.ts';
import { formatPrice, roundMoney } from '#shared/money.ts';
import type { PurchaseOrder, PurchaseOrderItem, PurchaseOrderStatus, Receipt } from '#shared/schemas/purchase-orders.ts';

/** The statuses in the order a purchase usually takes them, and what they are called on screen. */
export const PURCHASE_STATUSES: Record<PurchaseOrderStatus, string> = {
  pending: 'Pending',
  ordered: 'Ordered',
  received: 'Received',
  partial: 'Partial',
  cancelled: 'Cancelled',
};

export const PURCHASE_TONES: Record<PurchaseOrderStatus, string> = {
  pending: 'tone-wait',
  ordered: 'tone-work',
  received: 'tone-done',
  partial: 'tone-part',
  cancelled: 'tone-stop',
};

/** The lines of a purchase order, with what came of them. */
type Received = Pick<PurchaseOrder, 'items'>;
type Items = readonly { quantity: number }[];
type Line = { quantity: number; unitCost: number };

/** How many different items: `3 items`. */
export function itemCount(items: Items): string {
  return `${formatCount(items.length)} ${items.length === 1 ? 'item' : 'items'}`;
}

/** All pieces of all items: `25 pieces`. */
export function pieceCount(items: Items): string {
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return `${formatCount(pieces)} ${pieces === 1 ? 'piece' : 'pieces'}`;
}

/** Pieces of all items that came so far. */
export function receivedCount(items: readonly { received: number }[]): number {
  return items.reduce((sum, { received }) => sum + received, 0);
}

/** An item being put together: `5 x Rs. 700 = Rs. 3,500`. */
export function lineSum({ quantity, unitCost }: Line): string {
  return `${formatCount(quantity)} x ${formatPrice(unitCost)} = ${formatPrice(roundMoney(quantity * unitCost))}`;
}

/** Its day: when it was first ordered or received, before that when it was written down. */
export function dayOf({ orderDate, createdAt }: Pick<PurchaseOrder, 'orderDate' | 'createdAt'>): string {
  return orderDate ?? createdAt;
}

/** Pieces of a line that are still waited for. */
export function missingOf({ quantity, received, closedShort }: PurchaseOrderItem): number {
  return closedShort ? 0 : Math.max(quantity - received, 0);
}

/** True while pieces may still be received. */
export function isExpected({ status, items }: Pick<PurchaseOrder, 'status' | 'items'>): boolean {
  return status !== 'cancelled' && items.some((item) => missingOf(item) > 0);
}

/** True once something came: then its items stay as they are. */
export function isReceived({ status, items }: Pick<PurchaseOrder, 'status' | 'items'>): boolean {
  return status === 'received' || items.some(({ received }) => received > 0);
}

/** What came of a line so far: `4 of 25 received, 1 damaged`; empty while nothing did and it is waited for. */
export function receivedText({ quantity, received, damaged, closedShort }: PurchaseOrderItem): string {
  if (received === 0 && !closedShort) return '';
  const words = [`${formatCount(received)} of ${formatCount(quantity)} received`];
  if (damaged > 0) words.push(`${formatCount(damaged)} damaged`);
  if (closedShort) words.push('closed short');
  return words.join(', ');
}

/** A line of a receipt: `Halo Ring x 4 (1 damaged)`. */
export function receiptLine({ productName, received, damaged }: Receipt['items'][number]): string {
  return `${productName} x ${formatCount(received)}${damaged > 0 ? ` (${formatCount(damaged)} damaged)` : ''}`;
}

/** What moved between two states of a purchase order: `25 pieces added to stock`; empty when nothing did. */
export function stockNews(before: Received, after: Received): string {
  const moved = onShelf(after) - onShelf(before);
  const pieces = pieceCount([{ quantity: Math.abs(moved) }]);
  return moved === 0 ? '' : moved > 0 ? `${pieces} added to stock` : `${pieces} taken off stock again`;
}

function onShelf({ items }: Received): number {
  return items.reduce((sum, { received, damaged }) => sum + received - damaged, 0);
}

/** What a change of status did, to the stock as well. */
export function statusNews(after: Pick<PurchaseOrder, 'orderNumber' | 'status' | 'items'>, before: Received): string {
  const news = `${after.orderNumber} is now ${PURCHASE_STATUSES[after.status]}`;
  const moved = stockNews(before, after);
  return moved ? `${news}: ${moved}` : news;
}
