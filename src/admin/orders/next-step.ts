import type { Order } from '#shared/schemas/orders.ts';

/** What usually comes next for an order at the desk. */
export type NextStep = 'process' | 'ship' | 'handOver' | 'deliver';

export const NEXT_STEPS: Record<NextStep, string> = {
  process: 'Start processing',
  ship: 'Create shipment',
  handOver: 'Hand over',
  deliver: 'Delivered',
};

export type Parcel = Order['shipments'][number];

/** The parcel an order is sent with: the latest one that neither failed nor came back. */
export function parcelOf({ shipments }: Pick<Order, 'shipments'>): Parcel | null {
  return shipments.filter(({ status }) => status !== 'failed' && status !== 'returned').pop() ?? null;
}

/** Null when nothing is left to do: the order is delivered or cancelled. */
export function nextStep(order: Pick<Order, 'status' | 'shipments'>): NextStep | null {
  const parcel = parcelOf(order);
  if (order.status === 'delivered' || order.status === 'cancelled') return null;
  if (order.status === 'pending' && !parcel) return 'process';
  if (parcel?.status === 'preparing') return 'handOver';
  return parcel || order.status === 'shipped' ? 'deliver' : 'ship';
}
