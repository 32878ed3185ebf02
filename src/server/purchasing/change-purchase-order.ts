import type { PurchaseOrderEdit, PurchaseOrderPayload, PurchaseOrderStatusChange } from '#shared/schemas/purchase-order.ts';
import { callFunction, read } from '../database.ts';
import type { Call, StaffCall } from '../http/operation.ts';
import { getPurchaseOrder, purchaseOrderNotFound } from './read-purchase-orders.ts';

type OnePurchaseOrder = { id: string };

/** Writes down what is to be ordered from a supplier. @throws ApiError 422 for an item whose product is unknown or archived */
export function createPurchaseOrder({ db, body }: Call<PurchaseOrderPayload>) {
  return callFunction(db, 'create_purchase_order', { purchase: body });
}

/**
 * Corrects a purchase order; its items only while they are not received.
 * @throws ApiError 404 `purchase_order_not_found`, 409 `edited_meanwhile`, `already_received`, 422 like `createPurchaseOrder`
 */
export function editPurchaseOrder({ db, params, body }: Call<PurchaseOrderEdit, unknown, OnePurchaseOrder>) {
  const { updatedAt = null, ...changes } = body;
  return callFunction(db, 'edit_purchase_order', { purchase_order_id: params.id, changes, seen: updatedAt });
}

/**
 * Gives a purchase order a status; stock follows.
 * @throws ApiError 404 `purchase_order_not_found`, 409 `edited_meanwhile`, `not_enough_stock` when received pieces to take back are sold
 */
export function setPurchaseOrderStatus(call: StaffCall<PurchaseOrderStatusChange, unknown, OnePurchaseOrder>) {
  const { db, params, body, staff } = call;
  return callFunction(db, 'set_purchase_order_status', {
    purchase_order_id: params.id,
    status: body.status,
    actor: staff.id,
    seen: body.updatedAt ?? null,
  });
}

/**
 * Archives a purchase order. Stock stays as it is: what was received is on the shelf, whoever still reads of it.
 * @throws ApiError 404 `purchase_order_not_found`, also when it was archived before
 */
export async function archivePurchaseOrder(call: Call<unknown, unknown, OnePurchaseOrder>) {
  const { db, params } = call;
  const order = await getPurchaseOrder(call);
  const archive = db.from('purchase_orders').update({ archived_at: new Date().toISOString() }).eq('id', params.id);
  const archived = await read(archive.is('archived_at', null).select('id').maybeSingle());
  if (!archived) throw purchaseOrderNotFound();
  return order;
}
