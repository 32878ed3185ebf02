import { safePersistentAtom } from '#browser/safe-persistent-atom.ts';
import { asRecord } from '#browser/storage.ts';
import type { Order } from '#domain/orders/contract.ts';
import { keepPageKey, orderPath } from '#features/shopper/page-keys.ts';

/** An order placed on this device, as the server confirmed it. */
export interface DeviceOrder extends Pick<Order, 'orderNumber' | 'createdAt' | 'totalAmount'> {
  /** Tracking needs it together with the order number. */
  phone: string;
}

const MOST = 50;

/** Orders placed on this device, newest first. */
export const $deviceOrders = safePersistentAtom<DeviceOrder[]>('orders_v1', [], parseDeviceOrders);

/** Stores a placed order, once, and the key of its page apart from it. Returns where it is seen again. */
export function saveDeviceOrder(order: DeviceOrder & { pageKey?: string | undefined }): string {
  const { orderNumber, createdAt, totalAmount, phone, pageKey } = order;
  if (pageKey) keepPageKey(orderNumber, pageKey);
  const others = $deviceOrders.get().filter((other) => other.orderNumber !== orderNumber);
  $deviceOrders.set([{ orderNumber, createdAt, totalAmount, phone }, ...others].slice(0, MOST));
  return orderPath(orderNumber);
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
