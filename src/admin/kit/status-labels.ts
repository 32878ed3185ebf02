import type { Order, OrderStatus } from '#shared/schemas/orders.ts';
import type { PurchaseOrderStatus } from '#shared/schemas/purchase-orders.ts';
import type { ShipmentStatus } from '#shared/schemas/shipments.ts';

/** A status on screen. The tone colours its badge by what it means for staff: waiting, in work, on its way, partly done, done, stopped. */
export interface StatusLabel {
  text: string;
  tone: 'tone-wait' | 'tone-work' | 'tone-move' | 'tone-part' | 'tone-done' | 'tone-stop' | 'tone-plain';
}

export const ORDER_STATUSES: Record<OrderStatus, StatusLabel> = {
  pending: { text: 'Pending', tone: 'tone-wait' },
  processing: { text: 'Processing', tone: 'tone-work' },
  shipped: { text: 'Shipped', tone: 'tone-move' },
  delivered: { text: 'Delivered', tone: 'tone-done' },
  cancelled: { text: 'Cancelled', tone: 'tone-stop' },
};

export const PAYMENT_STATUSES: Record<Order['paymentStatus'], StatusLabel> = {
  pending: { text: 'Pending', tone: 'tone-wait' },
  paid: { text: 'Paid', tone: 'tone-done' },
  failed: { text: 'Failed', tone: 'tone-stop' },
};

export const SHIPMENT_STATUSES: Record<ShipmentStatus, StatusLabel> = {
  preparing: { text: 'Preparing', tone: 'tone-wait' },
  shipped: { text: 'Shipped', tone: 'tone-work' },
  in_transit: { text: 'In Transit', tone: 'tone-move' },
  out_for_delivery: { text: 'Out for Delivery', tone: 'tone-part' },
  delivered: { text: 'Delivered', tone: 'tone-done' },
  failed: { text: 'Failed', tone: 'tone-stop' },
  returned: { text: 'Returned', tone: 'tone-stop' },
};

export const PURCHASE_ORDER_STATUSES: Record<PurchaseOrderStatus, StatusLabel> = {
  pending: { text: 'Pending', tone: 'tone-wait' },
  ordered: { text: 'Ordered', tone: 'tone-work' },
  received: { text: 'Received', tone: 'tone-done' },
  partial: { text: 'Partial', tone: 'tone-part' },
  cancelled: { text: 'Cancelled', tone: 'tone-stop' },
};

/** What statuses are called, in their order: for a select. */
export function textsOf<Status extends string>(labels: Record<Status, StatusLabel>): Map<Status, string> {
  return new Map((Object.entries(labels) as [Status, StatusLabel][]).map(([status, { text }]) => [status, text]));
}
