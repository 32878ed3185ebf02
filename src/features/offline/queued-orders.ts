import { atom } from 'nanostores';
import type { QueuedOrder } from '#features/place-order/queue.ts';

/** Orders that wait until the device is online, or that the shop has refused and the shopper has not looked at yet. */
export const $queuedOrders = atom<QueuedOrder[]>([]);
