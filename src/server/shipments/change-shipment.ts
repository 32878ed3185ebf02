import * as z from 'zod';
import { callFunction, read, toColumns } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { whereVersion } from '#server/database/filters.ts';
import { ApiError } from '#server/errors.ts';
import type { Call, StaffCall } from '#server/http/operation.ts';
import { judgeEach } from '#server/judge-each.ts';
import type {
  ShipmentEdit,
  ShipmentPayload,
  ShipmentPayloads,
  ShipmentStatusChange,
  ShipmentStatusChanges,
} from '#shared/schemas/shipments.ts';
import { getShipment, shipmentNotFound } from './read-shipments.ts';

type OneShipment = { id: string };

/** Begins a shipment of an order. @throws ApiError 404 `order_not_found`, 409 `order_cancelled` */
export function createShipment({ db, body }: Call<ShipmentPayload>) {
  return callFunction(db, 'create_shipment', { shipment: body });
}

/**
 * Begins a shipment each for many orders, each judged alone. An order that has a parcel already is refused: who begins many at once does not look
 * at every one. A second parcel is begun by itself.
 */
export async function createShipments(call: Call<ShipmentPayloads>) {
  const { shipments } = call.body;
  const outcomes = await judgeEach(shipments, async (begun) => {
    await refuseSecondParcel(call.db, begun.orderId);
    return createShipment({ ...call, body: begun });
  });
  return outcomes.map(({ done, refusal }, place) => ({ orderId: shipments[place]?.orderId, shipment: done, refusal }));
}

async function refuseSecondParcel(db: ShopDatabase, orderId: string): Promise<void> {
  const parcels = db.from('shipments').select('shipment_number').eq('order_id', orderId).is('archived_at', null);
  const first = parcelNumber
    .nullable()
    .parse(await read(parcels.not('status', 'in', '(failed,returned)').limit(1).maybeSingle()));
  if (first) throw new ApiError('shipment_exists', { message: `It already has a shipment: ${first.shipmentNumber}` });
}

const parcelNumber = z.object({ shipmentNumber: z.string() });

/** Corrects what staff wrote about a parcel. @throws ApiError 404 `shipment_not_found`, 409 `edited_meanwhile` */
export async function editShipment(call: Call<ShipmentEdit, unknown, OneShipment>) {
  const { db, params, body } = call;
  const { updatedAt, ...changes } = body;
  const edit = db.from('shipments').update(toColumns(changes)).eq('id', params.id).is('archived_at', null);
  const edited = await read(whereVersion(edit, updatedAt).select('id').maybeSingle());
  const shipment = await getShipment(call);
  if (!edited) throw new ApiError('edited_meanwhile');
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

/** Gives many shipments a status, each judged alone; their orders follow. */
export async function setShipmentStatuses(call: StaffCall<ShipmentStatusChanges>) {
  const { shipments, status } = call.body;
  const outcomes = await judgeEach(shipments, ({ id, ...version }) =>
    setShipmentStatus({ ...call, params: { id }, body: { status, ...version } }),
  );
  return outcomes.map(({ done, refusal }, place) => ({ id: shipments[place]?.id, shipment: done, refusal }));
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
