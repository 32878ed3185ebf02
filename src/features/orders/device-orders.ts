import { safePersistentAtom } from '#browser/safe-persistent-atom.ts';
import { asRecord } from '#browser/storage.ts';

/** An order that was placed on this device, as the server acknowledged it. */
export interface DeviceOrder {
  orderNumber: string;
  createdAt: string;
  totalAmount: number;
  /** With the number it is what shows where the order is. */
  phone: string;
}

const MOST = 50;

/** Orders placed on this device, newest first. */
export const $deviceOrders = safePersistentAtom<DeviceOrder[]>('orders_v1', [], parseDeviceOrders);

/** Remembers an order that the server has taken. The same one, acknowledged twice, is there once. */
export function saveDeviceOrder(order: DeviceOrder): void {
  const { orderNumber, createdAt, totalAmount, phone } = order;
  const others = $deviceOrders.get().filter((other) => other.orderNumber !== orderNumber);
  $deviceOrders.set([{ orderNumber, createdAt, totalAmount, phone }, ...others].slice(0, MOST));
}

/** The orders found in storage: what is unreadable is dropped, the rest survives. */
export function parseDeviceOrders(found: unknown): DeviceOrder[] {
  return Array.isArray(found) ? found.flatMap((order) => parseDeviceOrder(order) ?? []) : [];
}

function parseDeviceOrder(found: unknown): DeviceOrder | undefined {
  const { orderNumber, createdAt, totalAmount, phone } = asRecord(found);
  if (typeof orderNumber !== 'string' || typeof totalAmount !== 'number' || !Number.isFinite(totalAmount)) return undefined;
  if (typeof createdAt !== 'string' || Number.isNaN(Date.parse(createdAt))) return undefined;
  return { orderNumber, createdAt, totalAmount, phone: typeof phone === 'string' ? phone : '' };
}
