import type { Order } from '#domain/orders/contract.ts';
import { isCollected } from '#domain/orders/labels.ts';
import type { OrderStatus } from '#domain/orders/status.ts';
import { latestParcel } from '#domain/shipments/status.ts';

/** What staff usually do next with an order. */
export type NextStep = 'process' | 'ship' | 'handOver' | 'deliver' | 'shipAgain' | 'receive';

export const NEXT_STEPS: Record<NextStep, string> = {
  process: 'Start processing',
  ship: 'Create shipment',
  handOver: 'Hand over',
  deliver: 'Delivered',
  shipAgain: 'Send again',
  receive: 'Received back',
};

/** The next step of an order without a parcel. */
const WITHOUT_PARCEL: Record<OrderStatus, NextStep | null> = {
  pending: 'process',
  processing: 'ship',
  shipped: 'deliver',
  delivered: null,
  cancelled: null,
};

export type Parcel = Order['shipments'][number];

/** The parcel of an order: the latest one that neither failed nor was returned. */
export function parcelOf({ shipments }: Pick<Order, 'shipments'>): Parcel | null {
  return latestParcel(shipments) ?? null;
}

/** The parcels of an order that failed or came back, and that nobody has counted yet. */
export function parcelsBack({ shipments }: Pick<Order, 'shipments'>): Parcel[] {
  return shipments.filter(({ isAwaited }) => isAwaited);
}

/** The next step of an order; null when it is delivered, or cancelled with nothing to come back. */
export function nextStep(order: Pick<Order, 'status' | 'shipments' | 'customerAddress'>): NextStep | null {
  const parcel = parcelOf(order);
  const back = parcelsBack(order).pop();
  if (back && !parcel) return back.status === 'failed' && order.status !== 'cancelled' ? 'shipAgain' : 'receive';
  if (back && order.status === 'delivered') return 'receive';
  const step = WITHOUT_PARCEL[order.status];
  if (!step || !parcel) return step && isCollected(order) ? 'deliver' : step;
  return parcel.status === 'preparing' ? 'handOver' : 'deliver';
}
