import { callFunction, callPage } from '#server/database/calls.ts';
import type { DeletableKind, DeletedQuery, Restoration } from '#shared/schemas/deleted.ts';
import type { Call, StaffCall } from '../http/operation.ts';

/** What was deleted within the last thirty days, last first. */
export function listDeleted({ db, query }: Call<unknown, DeletedQuery>) {
  return callPage(db, 'deleted_page', { kind: query.kind }, query);
}

/** The SQL function that restores a kind of record, and what it takes. */
const RESTORED_BY: Record<DeletableKind, (record: Restoration, actor: string) => [name: string, args: Record<string, unknown>]> =
  {
    product: ({ id, category = null }) => ['restore_product', { product_id: id, category }],
    order: ({ id }, actor) => ['restore_order', { order_id: id, actor }],
    purchase_order: ({ id }) => ['restore_purchase_order', { purchase_order_id: id }],
    shipment: ({ id }) => ['restore_shipment', { shipment_id: id }],
  };

/**
 * Brings a deleted record back; an open order takes its pieces off the shelf again.
 * @throws ApiError 404 `deleted_not_found`, 409 `not_enough_stock` or `order_deleted`, 422 for a product that needs a category
 */
export async function restoreDeleted({ db, body, staff }: StaffCall<Restoration>) {
  await callFunction(db, ...RESTORED_BY[body.kind](body, staff.id));
  return { kind: body.kind, id: body.id };
}
