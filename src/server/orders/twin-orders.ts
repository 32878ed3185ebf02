import * as z from 'zod';
import { staffOrder } from '#domain/orders/contract.ts';
import { cancelledTwin, mergedOrders, type TwinCancellation, type TwinChoice, twinOrder } from '#domain/orders/twins.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';

/** Other orders of the same person that may be the same one. @throws ApiError `order_not_found` */
export function listTwinOrders(db: ShopDatabase, id: string) {
  return callFunction(db, 'order_twins', { order_id: id }, z.array(twinOrder));
}

/**
 * Puts two orders into one parcel: the earlier one gets all pieces, the later one is cancelled. `actor` is the staff member's id, as everywhere here.
 * @throws ApiError `order_not_found`, `not_twins`, `claimed_by_other`, `not_enough_stock`
 */
export function mergeTwinOrders(db: ShopDatabase, id: string, { otherId }: TwinChoice, actor: string) {
  return callFunction(db, 'merge_twin_orders', { order_id: id, other_id: otherId, actor }, mergedOrders);
}

/**
 * Cancels the later of two orders, which is the same once more.
 * @throws ApiError `order_not_found`, `not_twins`, `claimed_by_other`
 */
export function cancelTwinOrder(db: ShopDatabase, id: string, { otherId, reason }: TwinCancellation, actor: string) {
  return callFunction(db, 'cancel_twin_order', { order_id: id, other_id: otherId, reason, actor }, cancelledTwin);
}

/** Says that both are wanted, so that nobody asks again. @throws ApiError `order_not_found`, `not_twins`, `claimed_by_other` */
export function keepTwinOrders(db: ShopDatabase, id: string, { otherId }: TwinChoice, actor: string) {
  return callFunction(db, 'keep_twin_orders', { order_id: id, other_id: otherId, actor }, staffOrder);
}
