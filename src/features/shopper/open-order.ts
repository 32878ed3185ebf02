import { safePersistentAtom } from '#browser/safe-persistent-atom.ts';
import { asRecord } from '#browser/storage.ts';

/** An order to which more pieces can be added from this device until it is packed. */
export interface OpenOrder {
  orderNumber: string;
  /** Opens its page. */
  key: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** By then an order is packed. A key is stored no longer than it is of use. */
const LIFETIME_MS = 48 * 60 * 60 * 1000;

export const $openOrder = safePersistentAtom<OpenOrder | null>('open_order_v1', null, parseOpenOrder);

export function keepOpenOrder(orderNumber: string, key: string): void {
  $openOrder.set({ orderNumber, key, at: Date.now() });
}

/** Forgets an order that takes no more pieces. Another one stays. */
export function forgetOpenOrder(orderNumber?: string): void {
  if (!orderNumber || $openOrder.get()?.orderNumber === orderNumber) $openOrder.set(null);
}

export function parseOpenOrder(found: unknown, now = Date.now()): OpenOrder | null {
  const { orderNumber, key, at } = asRecord(found);
  if (typeof orderNumber !== 'string' || typeof key !== 'string' || typeof at !== 'number') return null;
  return now - at < LIFETIME_MS ? { orderNumber, key, at } : null;
}
