import {
  type PackedPieces,
  type Packing,
  type PackingRules,
  type PackingRulesEdit,
  packing,
  packingList,
  packingRules,
} from '#domain/packing/contract.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';

/** More than anybody packs in a day. */
const MAX_ORDERS = 300;

/** The orders to pack, the oldest first. */
export function listOrdersToPack(db: ShopDatabase) {
  return callFunction(db, 'orders_to_pack', { row_limit: MAX_ORDERS }, packingList);
}

/** The packing of an order, by its id or number, or a number of one of its parcels. @throws ApiError `order_not_found` */
export function findPacking(db: ShopDatabase, code: string): Promise<Packing> {
  return callFunction(db, 'find_packing', { code: code.trim() }, packing);
}

/** Stores pieces that were packed or taken out. @throws ApiError `order_not_found`, `packing_cancelled`, `idempotency_mismatch`, invalid fields */
export function packPieces(
  db: ShopDatabase,
  orderId: string,
  { pieces, unpacked }: PackedPieces,
  actor: string,
): Promise<Packing> {
  return callFunction(db, 'pack_pieces', { order_id: orderId, pieces, unpacked, actor }, packing);
}

/** Lets an order go out without a photo. @throws ApiError `order_not_found` */
export function waivePhoto(db: ShopDatabase, orderId: string, reason: string, actor: string): Promise<Packing> {
  return callFunction(db, 'waive_photo', { order_id: orderId, reason, actor }, packing);
}

export function readPackingRules(db: ShopDatabase): Promise<PackingRules> {
  return callFunction(db, 'read_packing_rules', {}, packingRules);
}

/** @throws ApiError `edited_meanwhile` */
export function changePackingRules(db: ShopDatabase, { photoNeeded, updatedAt = '' }: PackingRulesEdit, actor: string) {
  const args = { photo_needed: photoNeeded, expected_version: updatedAt || null, actor };
  return callFunction(db, 'change_packing_rules', args, packingRules);
}
