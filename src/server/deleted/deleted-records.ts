import { callFunction, callPage } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import type { Call, StaffCall } from '#server/http/operation.ts';
import type { DeletableKind, DeletedQuery, Restoration } from '#shared/schemas/deleted.ts';

/** What was deleted within the last thirty days, last first. */
export function listDeleted({ db, query }: Call<unknown, DeletedQuery>) {
  return callPage(db, 'deleted_page', { kind: query.kind }, query);
}

/** Restores a record of each kind. */
const RESTORE: Record<DeletableKind, (db: ShopDatabase, record: Restoration, actor: string) => Promise<unknown>> = {
  product: (db, { id, category = null }) => callFunction(db, 'restore_product', { product_id: id, category }),
  order: (db, { id }, actor) => callFunction(db, 'restore_order', { order_id: id, actor }),
  purchase_order: (db, { id }) => callFunction(db, 'restore_purchase_order', { purchase_order_id: id }),
  shipment: (db, { id }) => callFunction(db, 'restore_shipment', { shipment_id: id }),
};

/**
 * Restores a deleted record; an open order takes its stock again.
 * @throws ApiError `deleted_not_found`, `not_enough_stock`, `order_deleted`, `validation_failed` for a product that needs a category
 */
export async function restoreDeleted({ db, body, staff }: StaffCall<Restoration>) {
  await RESTORE[body.kind](db, body, staff.id);
  return { kind: body.kind, id: body.id };
}
