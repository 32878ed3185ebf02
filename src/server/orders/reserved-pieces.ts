import { type ReservedQuery, type ReservedRelease, releasedOrders, reservedByStrangers } from '#domain/orders/contract.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';

/** What unconfirmed orders of the website hold, by whoever placed them. */
export function findReservedPieces(db: ShopDatabase, { same }: ReservedQuery) {
  return callFunction(db, 'reserved_by_strangers', { same }, reservedByStrangers);
}

/** Cancels these orders unless somebody confirmed or began them meanwhile. `actor` is the staff member's id. */
export function releaseReservedPieces(db: ShopDatabase, { orderIds, reason }: ReservedRelease, actor: string) {
  return callFunction(db, 'release_reserved_orders', { ids: orderIds, reason, actor }, releasedOrders);
}
