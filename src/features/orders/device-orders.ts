import { safePersistentAtom } from '#browser/safe-persistent-atom.ts';
import { asRecord } from '#browser/storage.ts';
import type { Order } from '#domain/orders/contract.ts';

/** An order placed on this device, as the server confirmed it. */
export interface DeviceOrder extends Pick<Order, 'orderNumber' | 'createdAt' | 'totalAmount'> {
  /** Tracking needs it together with the order number. */
  phone: string;
}

const MOST = 50;

/** Orders placed on this device, newest first. */
export const $deviceOrders = safePersistentAtom<DeviceOrder[]>('orders_v1', [], parseDeviceOrders);

/** Stores a placed order, once. */
export function saveDeviceOrder(order: DeviceOrder): void {
  const { orderNumber, createdAt, totalAmount, phone } = order;
  const others = $deviceOrders.get().filter((other) => other.orderNumber !== orderNumber);
  $deviceOrders.set([{ orderNumber, createdAt, totalAmount, phone }, ...others].slice(0, MOST));
}

/** Parses stored orders. Unreadable ones are dropped, the rest survives. */
export function parseDeviceOrders(found: unknown): DeviceOrder[] {
  return Array.isArray(found) ? found.flatMap((order) => parseDeviceOrder(order) ?? []) : [];
}

function parseDeviceOrder(found: unknown): DeviceOrder | undefined {
  const { orderNumber, createdAt, totalAmount, phone } = asRecord(found);
  if (typeof orderNumber !== 'string' || typeof totalAmount !== 'number' || !Number.isFinite(totalAmount)) return undefined;
  if (typeof createdAt !== 'string' || Number.isNaN(Date.parse(createdAt))) return undefined;
  return { orderNumber, createdAt, totalAmount, phone: typeof phone === 'string' ? phone : '' };
}
