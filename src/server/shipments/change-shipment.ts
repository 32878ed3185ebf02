import * as z from 'zod';
import { callFunction, read, toColumns } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { whereVersion } from '#server/database/filters.ts';
import { ApiError } from '#server/errors.ts';
import { tryEach } from '#server/try-each.ts';
import type {
  ShipmentEdit,
  ShipmentPayload,
  ShipmentPayloads,
  ShipmentStatusChange,
  ShipmentStatusChanges,
} from '#shared/schemas/shipments.ts';
import { getShipment } from './read-shipments.ts';

/** Creates a shipment of an order. @throws ApiError `order_not_found`, `order_cancelled` */
export function createShipment(db: ShopDatabase, shipment: ShipmentPayload) {
  return callFunction(db, 'create_shipment', { shipment });
}

/**
 * Creates a shipment for each of many orders; a refused one does not stop the others. Orders that have a parcel already are refused,
 * because nobody looks at each of many: a second parcel is created on its own.
 */
export async function createShipments(db: ShopDatabase, { shipments }: ShipmentPayloads) {
  const outcomes = await tryEach(shipments, async (shipment) => {
    await refuseSecondParcel(db, shipment.orderId);
    return createShipment(db, shipment);
  });
  return outcomes.map(({ result, refusal }, index) => ({ orderId: shipments[index]?.orderId, shipment: result, refusal }));
}

const parcelNumber = z.object({ shipmentNumber: z.string() }).nullable();

async function refuseSecondParcel(db: ShopDatabase, orderId: string): Promise<void> {
  const parcels = db.from('shipments').select('shipment_number').eq('order_id', orderId).is('archived_at', null);
  const first = parcelNumber.parse(await read(parcels.not('status', 'in', '(failed,returned)').limit(1).maybeSingle()));
  if (first) throw new ApiError('shipment_exists', { message: `It already has a shipment: ${first.shipmentNumber}` });
}

/** Corrects a shipment. @throws ApiError `shipment_not_found`, `edited_meanwhile` */
export async function editShipment(db: ShopDatabase, id: string, { updatedAt, ...changes }: ShipmentEdit) {
  const edit = db.from('shipments').update(toColumns(changes)).eq('id', id).is('archived_at', null);
  const edited = await read(whereVersion(edit, updatedAt).select('id').maybeSingle());
  const shipment = await getShipment(db, id);
  if (!edited) throw new ApiError('edited_meanwhile');
  return shipment;
}

/**
 * Changes a shipment's status; its order follows. `actor` is the staff member's id.
 * @throws ApiError `shipment_not_found`, `edited_meanwhile`, `order_cancelled`, `order_deleted`
 */
export function setShipmentStatus(db: ShopDatabase, id: string, change: ShipmentStatusChange, actor: string) {
  const { status, updatedAt = null } = change;
  return callFunction(db, 'set_shipment_status', { shipment_id: id, status, actor, seen: updatedAt });
}

/** Changes the status of many shipments; a refused one does not stop the others. */
export async function setShipmentStatuses(db: ShopDatabase, { shipments, status }: ShipmentStatusChanges, actor: string) {
  const outcomes = await tryEach(shipments, ({ id, ...version }) => setShipmentStatus(db, id, { status, ...version }, actor));
  return outcomes.map(({ result, refusal }, index) => ({ id: shipments[index]?.id, shipment: result, refusal }));
}

/** Archives a shipment; its order stays as it is. @throws ApiError `shipment_not_found`, also when it is archived already */
export async function archiveShipment(db: ShopDatabase, id: string) {
  const shipment = await getShipment(db, id);
  const archive = db.from('shipments').update({ archived_at: new Date().toISOString() }).eq('id', id);
  const archived = await read(archive.is('archived_at', null).select('id').maybeSingle());
  if (!archived) throw new ApiError('shipment_not_found');
  return shipment;
}
