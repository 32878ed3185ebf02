import { TIME_ZONE } from '#domain/region.ts';
import type { ShipmentStatus } from '#domain/shipments/status.ts';
import { choiceOf } from '#domain/variants/choice.ts';
import { choiceText } from '#domain/variants/choice-text.ts';
import type { Order } from './contract.ts';
import { ORDER_STATUSES, type OrderStatus } from './status.ts';
import type { TrackedOrder } from './tracking-contract.ts';

/** How shoppers read a status; the back office has shorter labels of its own. */
export const orderStatusLabels: Record<OrderStatus, string> = {
  pending: 'Order placed',
  processing: 'Being prepared',
  shipped: 'On its way',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
};

/** Whether nothing is sent: an order of the counter may have no address. */
export function isCollected({ customerAddress }: { customerAddress: string }): boolean {
  return customerAddress.trim() === '';
}

/** What stands in place of the address then. */
export const COLLECTED = 'Collected in the shop';

type Progress = Pick<TrackedOrder, 'status' | 'isCollected'>;

/** How shoppers read how far an order has come. */
export function progressLabel({ status, isCollected }: Progress): string {
  return isCollected && status === 'delivered' ? COLLECTED : orderStatusLabels[status];
}

/** The statuses of an order that is not cancelled. What is collected is on its way only if staff say so. */
export function orderProgress({ status, isCollected }: Progress): OrderStatus[] {
  const isSkipped = (step: OrderStatus) => step === 'cancelled' || (step === 'shipped' && isCollected && status !== 'shipped');
  return ORDER_STATUSES.filter((step) => !isSkipped(step));
}

const shipmentStatusLabels: Record<ShipmentStatus, string> = {
  preparing: 'Preparing',
  shipped: 'Shipped',
  in_transit: 'In transit',
  out_for_delivery: 'Out for delivery',
  delivered: 'Delivered',
  failed: 'Delivery failed',
  returned: 'Returned',
};

/** A status in words; one that is newer than this page is shown as it is. */
export function shipmentStatusLabel(status: string): string {
  return (shipmentStatusLabels as Record<string, string>)[status] ?? status;
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: TIME_ZONE });

/** The day in Pakistan: `20 November 2026`. Empty for anything but a time. */
export function formatDay(time: string | null): string {
  return time && !Number.isNaN(Date.parse(time)) ? day.format(new Date(time)) : '';
}

/** Choice and quantity: `Colour: Gold · Qty: 2`. */
export function describeItem(item: Pick<Order['items'][number], 'selectedColor' | 'selectedSize' | 'quantity'>): string {
  return [choiceText(choiceOf(item)), `Qty: ${item.quantity}`].filter(Boolean).join(' · ');
}
