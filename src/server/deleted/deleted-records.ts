import { type DeletableKind, type DeletedQuery, deletedRecord, type Restoration } from '#domain/deleted/contract.ts';
import { callFunction, callPage } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';

/** Records deleted within the last thirty days, latest first. */
export function listDeleted(db: ShopDatabase, { kind, ...paging }: DeletedQuery) {
  return callPage(db, 'list_deleted_records', { kind }, paging, deletedRecord);
}

/** Restores a record of each kind. */
const RESTORE: Record<DeletableKind, (db: ShopDatabase, record: Restoration, actor: string) => Promise<unknown>> = {
  product: (db, { id, category = null }) => callFunction(db, 'restore_product', { product_id: id, category }),
  order: (db, { id }, actor) => callFunction(db, 'restore_order', { order_id: id, actor }),
  purchase_order: (db, { id }) => callFunction(db, 'restore_purchase_order', { purchase_order_id: id }),
  shipment: (db, { id }, actor) => callFunction(db, 'restore_shipment', { shipment_id: id, actor }),
};

/**
 * Restores a deleted record; an open order takes its stock again. `actor` is the staff member's id.
 * @throws ApiError `deleted_not_found`, `not_enough_stock`, `order_deleted`, `validation_failed` for a product that needs a category
 */
export async function restoreDeleted(db: ShopDatabase, record: Restoration, actor: string) {
  await RESTORE[record.kind](db, record, actor);
  return { kind: record.kind, id: record.id };
}
