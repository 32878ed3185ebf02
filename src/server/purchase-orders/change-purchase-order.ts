import * as z from 'zod';
import {
  type ItemClosing,
  type NewSupplierDelivery,
  type PurchaseOrderEdit,
  type PurchaseOrderPayload,
  type PurchaseOrderStatusChange,
  purchaseOrder,
} from '#domain/purchase-orders/contract.ts';
import type { Reorder } from '#domain/purchase-orders/reorder.ts';
import { callFunction, run } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import { getPurchaseOrder } from './read-purchase-orders.ts';

/** Creates a purchase order. @throws ApiError `validation_failed` for an item whose product is unknown or archived */
export function createPurchaseOrder(db: ShopDatabase, purchase: PurchaseOrderPayload) {
  return callFunction(db, 'create_purchase_order', { purchase }, purchaseOrder);
}

/**
 * Orders pieces again, one purchase order for each supplier. A repeated key answers with the first ones.
 * @throws ApiError `validation_failed` for a piece that is no longer offered, or of which nobody knows supplier or cost, `idempotency_mismatch`
 */
export function reorderPieces(db: ShopDatabase, { lines }: Reorder, idempotencyKey: string | null) {
  return callFunction(db, 'reorder_pieces', { lines, idempotency_key: idempotencyKey }, z.array(purchaseOrder));
}

/**
 * Corrects a purchase order; its items only until some are received.
 * @throws ApiError `purchase_order_not_found`, `edited_meanwhile`, `already_received`, `validation_failed` like `createPurchaseOrder`
 */
export function editPurchaseOrder(db: ShopDatabase, id: string, { updatedAt, ...changes }: PurchaseOrderEdit) {
  return callFunction(
    db,
    'edit_purchase_order',
    { purchase_order_id: id, changes, expected_version: updatedAt ?? null },
    purchaseOrder,
  );
}

/**
 * Changes the status of a purchase order; stock follows. `actor` is the staff member's id.
 * @throws ApiError `purchase_order_not_found`, `edited_meanwhile`, `not_enough_stock` when received pieces to take back are sold
 */
export function setPurchaseOrderStatus(db: ShopDatabase, id: string, change: PurchaseOrderStatusChange, actor: string) {
  const { status, updatedAt = null } = change;
  return callFunction(
    db,
    'set_purchase_order_status',
    { purchase_order_id: id, status, actor, expected_version: updatedAt },
    purchaseOrder,
  );
}

/** Who receives, and the key that keeps the same delivery from being booked twice. */
interface Receiving {
  actor: string;
  idempotencyKey: string | null;
}

/**
 * Receives pieces of a purchase order: undamaged ones are added to the stock.
 * @throws ApiError `purchase_order_not_found`, `edited_meanwhile`, `purchase_order_cancelled`, `more_than_ordered`, `idempotency_mismatch`
 */
export function receivePurchaseOrder(
  db: ShopDatabase,
  id: string,
  { updatedAt, ...delivery }: NewSupplierDelivery,
  { actor, idempotencyKey }: Receiving,
) {
  const args = { purchase_order_id: id, delivery, actor, idempotency_key: idempotencyKey, expected_version: updatedAt ?? null };
  return callFunction(db, 'receive_purchase_order', args, purchaseOrder);
}

/**
 * Takes a delivery back: its pieces are removed from the stock.
 * @throws ApiError `purchase_order_not_found`, `delivery_not_found`, `not_enough_stock` when pieces are sold
 */
export function takeBackDelivery(db: ShopDatabase, id: string, deliveryId: string, actor: string) {
  return callFunction(db, 'take_back_delivery', { purchase_order_id: id, delivery_id: deliveryId, actor }, purchaseOrder);
}

/**
 * Closes an item short (the rest is no longer expected), or opens it again.
 * @throws ApiError `purchase_order_not_found`, `item_not_found`, `nothing_missing`
 */
export function closePurchaseOrderItem(db: ShopDatabase, id: string, itemId: string, { closedShort }: ItemClosing) {
  const args = { purchase_order_id: id, item_id: itemId, closed: closedShort };
  return callFunction(db, 'close_purchase_order_item', args, purchaseOrder);
}

/** Archives a purchase order. Its received pieces stay in stock. @throws ApiError `purchase_order_not_found`, also when it is archived already */
export async function archivePurchaseOrder(db: ShopDatabase, id: string) {
  const order = await getPurchaseOrder(db, id);
  const archive = db.from('purchase_orders').update({ archived_at: new Date().toISOString() }).eq('id', id);
  if (!(await run(archive.is('archived_at', null).select('id').maybeSingle()))) throw new ApiError('purchase_order_not_found');
  return order;
}
