import * as z from 'zod';
import { callFunction, read, toColumns } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import { tryEach } from '#server/try-each.ts';
import type {
  ShipmentEdit,
  ShipmentPayload,
  ShipmentPayloads,
  ShipmentStatusChange,
  ShipmentStatusChanges,
} from '#shared/schemas/shipments.ts';

/** Creates a shipment of an order. `actor` is the staff member's id. @throws ApiError `order_not_found`, `order_cancelled` */
export function createShipment(db: ShopDatabase, shipment: ShipmentPayload, actor: string) {
  return callFunction(db, 'create_shipment', { shipment, actor });
}

/**
 * Creates a shipment for each of many orders; a refused one does not stop the others. Orders that have a parcel already are refused,
 * because nobody looks at each of many: a second parcel is created on its own.
 */
export async function createShipments(db: ShopDatabase, { shipments }: ShipmentPayloads, actor: string) {
  const outcomes = await tryEach(shipments, async (shipment) => {
    await refuseSecondParcel(db, shipment.orderId);
    return createShipment(db, shipment, actor);
  });
  return outcomes.map(({ result, refusal }, index) => ({ orderId: shipments[index]?.orderId, shipment: result, refusal }));
}

const parcelNumber = z.object({ shipmentNumber: z.string() }).nullable();

async function refuseSecondParcel(db: ShopDatabase, orderId: string): Promise<void> {
  const parcels = db.from('shipments').select('shipment_number').eq('order_id', orderId).is('archived_at', null);
  const first = parcelNumber.parse(await read(parcels.not('status', 'in', '(failed,returned)').limit(1).maybeSingle()));
  if (first) throw new ApiError('shipment_exists', { message: `It already has a shipment: ${first.shipmentNumber}` });
}

/** Corrects a shipment. `actor` is the staff member's id. @throws ApiError `shipment_not_found`, `edited_meanwhile` */
export function editShipment(db: ShopDatabase, id: string, { updatedAt, ...changes }: ShipmentEdit, actor: string) {
  return callFunction(db, 'edit_shipment', { shipment_id: id, changes: toColumns(changes), actor, seen: updatedAt ?? null });
}

/**
 * Changes a shipment's status; its order follows. `actor` is the staff member's id.
 * @throws ApiError `shipment_not_found`, `edited_meanwhile`, `order_cancelled`, `order_deleted`, `parcel_came_back`
 */
export function setShipmentStatus(db: ShopDatabase, id: string, change: ShipmentStatusChange, actor: string) {
  const { status, updatedAt = null, reason } = change;
  return callFunction(db, 'set_shipment_status', { shipment_id: id, status, actor, seen: updatedAt, reason });
}

/** Changes the status of many shipments; a refused one does not stop the others. */
export async function setShipmentStatuses(db: ShopDatabase, { shipments, status }: ShipmentStatusChanges, actor: string) {
  const outcomes = await tryEach(shipments, ({ id, ...version }) =>
    setShipmentStatus(db, id, { status, reason: '', ...version }, actor),
  );
  return outcomes.map(({ result, refusal }, index) => ({ id: shipments[index]?.id, shipment: result, refusal }));
}

/** Archives a shipment; its order stays as it is. @throws ApiError `shipment_not_found`, also when it is archived already */
export function archiveShipment(db: ShopDatabase, id: string, actor: string) {
  return callFunction(db, 'archive_shipment', { shipment_id: id, actor });
}
