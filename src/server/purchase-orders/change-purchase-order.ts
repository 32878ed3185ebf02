import { callFunction, read } from '#server/database/calls.ts';
import type { Call, StaffCall } from '#server/http/operation.ts';
import type {
  ItemClosing,
  PurchaseOrderEdit,
  PurchaseOrderPayload,
  PurchaseOrderStatusChange,
  ReceiptPayload,
} from '#shared/schemas/purchase-orders.ts';
import { getPurchaseOrder, purchaseOrderNotFound } from './read-purchase-orders.ts';

type OnePurchaseOrder = { id: string };

/** Writes down what is to be ordered from a supplier. @throws ApiError 422 for an item whose product is unknown or archived */
export function createPurchaseOrder({ db, body }: Call<PurchaseOrderPayload>) {
  return callFunction(db, 'create_purchase_order', { purchase: body });
}

/**
 * Corrects a purchase order; its items only while nothing of them was received.
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
 * Receives pieces of a purchase order: the good ones go on the shelf. The same key and receipt book once.
 * @throws ApiError 404 `purchase_order_not_found`, 409 `edited_meanwhile`, `purchase_order_cancelled`, `more_than_ordered`, 422
 */
export function receivePurchaseOrder(call: StaffCall<ReceiptPayload, unknown, OnePurchaseOrder>) {
  const { db, params, body, staff, idempotencyKey } = call;
  const { updatedAt = null, ...receipt } = body;
  return callFunction(db, 'receive_purchase_order', {
    purchase_order_id: params.id,
    receipt,
    actor: staff.id,
    idempotency_key: idempotencyKey,
    seen: updatedAt,
  });
}

/**
 * Takes a receipt back: its pieces leave the shelf.
 * @throws ApiError 404 `purchase_order_not_found`, `receipt_not_found`, 409 `not_enough_stock` when pieces are gone
 */
export function takeBackReceipt({ db, params, staff }: StaffCall<unknown, unknown, OnePurchaseOrder & { receiptId: string }>) {
  return callFunction(db, 'take_back_receipt', {
    purchase_order_id: params.id,
    receipt_id: params.receiptId,
    actor: staff.id,
  });
}

/**
 * Closes a line short, or opens it again.
 * @throws ApiError 404 `purchase_order_not_found`, `item_not_found`, 409 `nothing_missing`
 */
export function closePurchaseOrderItem(call: StaffCall<ItemClosing, unknown, OnePurchaseOrder & { itemId: string }>) {
  const { db, params, body } = call;
  return callFunction(db, 'close_purchase_order_item', {
    purchase_order_id: params.id,
    item_id: params.itemId,
    closed: body.closedShort,
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
