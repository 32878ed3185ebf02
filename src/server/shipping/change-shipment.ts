import type { ShipmentEdit, ShipmentPayload, ShipmentStatusChange } from '#shared/schemas/shipment.ts';
import { callFunction, read, toColumns } from '../database.ts';
import type { Call, StaffCall } from '../http/operation.ts';
import { editedMeanwhile, ofVersion } from '../version.ts';
import { getShipment, shipmentNotFound } from './read-shipments.ts';

type OneShipment = { id: string };

/** Begins a shipment of an order. @throws ApiError 404 `order_not_found`, 409 `order_cancelled` */
export function createShipment({ db, body }: Call<ShipmentPayload>) {
  return callFunction(db, 'create_shipment', { shipment: body });
}

/** Corrects what staff wrote about a parcel. @throws ApiError 404 `shipment_not_found`, 409 `edited_meanwhile` */
export async function editShipment(call: Call<ShipmentEdit, unknown, OneShipment>) {
  const { db, params, body } = call;
  const { updatedAt, ...changes } = body;
  const edit = db.from('shipments').update(toColumns(changes)).eq('id', params.id).is('archived_at', null);
  const edited = await read(ofVersion(edit, updatedAt).select('id').maybeSingle());
  const shipment = await getShipment(call);
  if (!edited) throw editedMeanwhile();
  return shipment;
}

/**
 * Gives a shipment a status; its order follows.
 * @throws ApiError 404 `shipment_not_found`, 409 `edited_meanwhile`, `order_cancelled`, `order_deleted`
 */
export function setShipmentStatus({ db, params, body, staff }: StaffCall<ShipmentStatusChange, unknown, OneShipment>) {
  return callFunction(db, 'set_shipment_status', {
    shipment_id: params.id,
    status: body.status,
    actor: staff.id,
    seen: body.updatedAt ?? null,
  });
}

/** Archives a shipment; its order stays what it is. @throws ApiError 404 `shipment_not_found`, also when it was archived before */
export async function archiveShipment(call: Call<unknown, unknown, OneShipment>) {
  const { db, params } = call;
  const shipment = await getShipment(call);
  const archive = db.from('shipments').update({ archived_at: new Date().toISOString() }).eq('id', params.id);
  const archived = await read(archive.is('archived_at', null).select('id').maybeSingle());
  if (!archived) throw shipmentNotFound();
  return shipment;
}
