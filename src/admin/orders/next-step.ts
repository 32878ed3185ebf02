import { isCollected } from '#shared/order-labels.ts';
import type { Order } from '#shared/schemas/orders.ts';

/** What staff usually do next with an order. */
export type NextStep = 'process' | 'ship' | 'handOver' | 'deliver';

export const NEXT_STEPS: Record<NextStep, string> = {
  process: 'Start processing',
  ship: 'Create shipment',
  handOver: 'Hand over',
  deliver: 'Delivered',
};

export type Parcel = Order['shipments'][number];

/** The parcel of an order: the latest one that neither failed nor was returned. */
export function parcelOf({ shipments }: Pick<Order, 'shipments'>): Parcel | null {
  return shipments.filter(({ status }) => status !== 'failed' && status !== 'returned').pop() ?? null;
}

/** The next step of an order; null when it is delivered or cancelled. */
export function nextStep(order: Pick<Order, 'status' | 'shipments' | 'customerAddress'>): NextStep | null {
  const parcel = parcelOf(order);
  if (order.status === 'delivered' || order.status === 'cancelled') return null;
  if (isCollected(order) && !parcel) return 'deliver';
  if (order.status === 'pending' && !parcel) return 'process';
  if (parcel?.status === 'preparing') return 'handOver';
  return parcel || order.status === 'shipped' ? 'deliver' : 'ship';
}
