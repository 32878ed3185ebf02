import {
  type Shipment,
  type ShipmentEdit,
  type ShipmentPayload,
  type ShipmentPayloads,
  type ShipmentStatusChange,
  type ShipmentStatusChanges,
  shipment,
  type TrackingNumberChanges,
} from '#domain/shipments/contract.ts';
import { callFunction, toColumns } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { tryEach } from '#server/try-each.ts';

/** Creates a shipment of an order. `actor` is the staff member's id. @throws ApiError `order_not_found`, `order_cancelled` */
export function createShipment(db: ShopDatabase, payload: ShipmentPayload, actor: string) {
  return callFunction(db, 'create_shipment', { shipment: payload, actor }, shipment);
}

/**
 * Creates a shipment for each of many orders; a refused one does not stop the others. Orders that have a parcel already are refused,
 * because nobody looks at each of many: a second parcel is created on its own.
 */
export async function createShipments(db: ShopDatabase, { shipments }: ShipmentPayloads, actor: string) {
  const outcomes = await tryEach(shipments, (payload) =>
    callFunction(db, 'create_shipment', { shipment: payload, actor, only_first: true }, shipment),
  );
  return outcomes.map(({ item, result, refusal }) => ({ orderId: item.orderId, shipment: result, refusal }));
}

/** Corrects a shipment. `actor` is the staff member's id. @throws ApiError `shipment_not_found`, `edited_meanwhile` */
export function editShipment(db: ShopDatabase, id: string, { updatedAt, ...changes }: ShipmentEdit, actor: string) {
  const args = { shipment_id: id, changes: toColumns(changes), actor, expected_version: updatedAt ?? null };
  return callFunction(db, 'edit_shipment', args, shipment);
}

/**
 * Changes a shipment's status; its order follows. `actor` is the staff member's id.
 * @throws ApiError `shipment_not_found`, `edited_meanwhile`, `order_cancelled`, `order_deleted`, `parcel_came_back`
 */
export function setShipmentStatus(db: ShopDatabase, id: string, change: ShipmentStatusChange, actor: string) {
  const { status, updatedAt = null, reason } = change;
  return callFunction(
    db,
    'set_shipment_status',
    { shipment_id: id, status, actor, expected_version: updatedAt, reason },
    shipment,
  );
}

/** Takes back that a parcel was delivered, within a day. `actor` is the staff member's id. @throws ApiError `shipment_not_found`, `delivery_not_undone`, `money_refunded` */
export function undoParcelDelivery(db: ShopDatabase, id: string, actor: string) {
  return callFunction(db, 'undo_parcel_delivery', { shipment_id: id, actor }, shipment);
}

/** Changes the status of many shipments, or with `preview` says what would become of each; a refused one does not stop the others. */
export function setShipmentStatuses(db: ShopDatabase, change: ShipmentStatusChanges, actor: string) {
  const { shipments, status, reason, preview } = change;
  const name = preview ? 'try_shipment_status' : 'set_shipment_status';
  return changeEach(shipments, ({ id, updatedAt = null }) =>
    callFunction(db, name, { shipment_id: id, status, actor, expected_version: updatedAt, reason }, shipment),
  );
}

/** Gives many shipments their tracking numbers, or with `preview` says which would be refused; a refused one does not stop the others. */
export function setTrackingNumbers(db: ShopDatabase, { shipments, preview }: TrackingNumberChanges, actor: string) {
  return changeEach(shipments, ({ id, trackingNumber, updatedAt = null }) =>
    callFunction(
      db,
      'set_tracking_number',
      { shipment_id: id, tracking_number: trackingNumber, actor, expected_version: updatedAt, preview },
      shipment,
    ),
  );
}

async function changeEach<Change extends { id: string }>(changes: Change[], change: (one: Change) => Promise<Shipment>) {
  const outcomes = await tryEach(changes, change);
  return outcomes.map(({ item, result, refusal }) => ({ id: item.id, shipment: result, refusal }));
}

/** Archives a shipment; its order stays as it is. @throws ApiError `shipment_not_found`, also when it is archived already */
export function archiveShipment(db: ShopDatabase, id: string, actor: string) {
  return callFunction(db, 'archive_shipment', { shipment_id: id, actor }, shipment);
}
