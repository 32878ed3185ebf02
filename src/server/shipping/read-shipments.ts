import * as z from 'zod';
import type { Period } from '#shared/schemas/common.ts';
import { type ShipmentQuery, type ShipmentStats, shipmentStats, shipmentStatus } from '#shared/schemas/shipment.ts';
import { endOfDay, momentsOf, startOfDay } from '../calendar.ts';
import { containing } from '../containing.ts';
import { callFunction, read, readPage } from '../database.ts';
import { ApiError } from '../http/api-error.ts';
import type { Call } from '../http/operation.ts';
import type { Database } from '../supabase.ts';

const countedStatuses = shipmentStats.extend({ statusCounts: z.array(z.object({ status: shipmentStatus, count: z.int() })) });

/** Shipments, newest first, filtered and paged by the database. Days are those they were begun on. */
export function listShipments({ db, query }: Call<unknown, ShipmentQuery>) {
  return readPage(() => {
    let shipments = kept(db);
    if (query.status) shipments = shipments.eq('status', query.status);
    if (query.orderNumber) shipments = shipments.ilike('order_number', containing(query.orderNumber));
    if (query.trackingNumber) shipments = shipments.ilike('tracking_number', containing(query.trackingNumber));
    if (query.startDate) shipments = shipments.gte('created_at', startOfDay(query.startDate));
    if (query.endDate) shipments = shipments.lt('created_at', endOfDay(query.endDate));
    return shipments.order('created_at', { ascending: false }).order('id');
  }, query);
}

/** @throws ApiError 404 `shipment_not_found`, also for an archived one */
export async function getShipment({ db, params }: Call<unknown, unknown, { id: string }>) {
  const shipment = await read(kept(db).eq('id', params.id).maybeSingle());
  if (!shipment) throw shipmentNotFound();
  return shipment;
}

export async function shipmentStatistics({ db, query }: Call<unknown, Period>): Promise<ShipmentStats> {
  const { statusCounts, ...figures } = countedStatuses.parse(await callFunction(db, 'shipment_stats', momentsOf(query)));
  // Rows until here: the names of columns are turned into the API's, those of statuses must not be.
  const counts = statusCounts.map(({ status, count }) => [status, count] as const);
  return { ...figures, statusCounts: Object.fromEntries(counts) as ShipmentStats['statusCounts'] };
}

export function shipmentNotFound(): ApiError {
  return new ApiError(404, 'shipment_not_found', 'Shipment not found');
}

/** With number, recipient and items of their orders. */
function kept(db: Database) {
  return db.from('shipments_of_orders').select('*', { count: 'exact' }).is('archived_at', null);
}
