import { type HeldQuery, type HeldRelease, heldByStrangers, releasedOrders } from '#domain/orders/contract.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';

/** What unconfirmed orders of the website hold, by whoever placed them. */
export function findHeldOrders(db: ShopDatabase, { same }: HeldQuery) {
  return callFunction(db, 'held_by_strangers', { same }, heldByStrangers);
}

/** Cancels these orders unless somebody confirmed or began them meanwhile. `actor` is the staff member's id. */
export function releaseHeldOrders(db: ShopDatabase, { orderIds, reason }: HeldRelease, actor: string) {
  return callFunction(db, 'release_held_orders', { ids: orderIds, reason, actor }, releasedOrders);
}
