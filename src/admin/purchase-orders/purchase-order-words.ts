import { formatCount } from '#admin/kit/formats.ts';
import { formatPrice, roundMoney } from '#shared/money.ts';
import type { PurchaseOrder, PurchaseOrderStatus } from '#shared/schemas/purchase-order.ts';

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

/** An item being put together: `5 x Rs. 700 = Rs. 3,500`. */
export function lineSum({ quantity, unitCost }: Line): string {
  return `${formatCount(quantity)} x ${formatPrice(unitCost)} = ${formatPrice(roundMoney(quantity * unitCost))}`;
}

/** Its day: when it was first ordered or received, before that when it was written down. */
export function dayOf({ orderDate, createdAt }: Pick<PurchaseOrder, 'orderDate' | 'createdAt'>): string {
  return orderDate ?? createdAt;
}

/** What a change of status did, to the stock as well: it moves when a purchase becomes received, and back when it ceases to be. */
export function statusNews(
  { orderNumber, status, items }: Pick<PurchaseOrder, 'orderNumber' | 'status' | 'items'>,
  before: PurchaseOrderStatus,
): string {
  const news = `${orderNumber} is now ${PURCHASE_STATUSES[status]}`;
  if (status === before) return news;
  if (status === 'received') return `${news}: ${pieceCount(items)} added to stock`;
  return before === 'received' ? `${news}: ${pieceCount(items)} taken off stock again` : news;
}
