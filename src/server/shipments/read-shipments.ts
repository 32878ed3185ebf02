import * as z from 'zod';
import { periodBounds } from '#server/database/calendar.ts';
import { callFunction, callPage, read } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ilikePattern } from '#server/database/filters.ts';
import { ApiError } from '#server/errors.ts';
import type { Call } from '#server/http/operation.ts';
import type { Period } from '#shared/schemas/common.ts';
import { type ShipmentQuery, type ShipmentStats, shipmentStats, shipmentStatus } from '#shared/schemas/shipments.ts';

const countedStatuses = shipmentStats.extend({ statusCounts: z.array(z.object({ status: shipmentStatus, count: z.int() })) });

/** Shipments, filtered, sorted and paged by the database. Days are those they were begun on. */
export function listShipments({ db, query }: Call<unknown, ShipmentQuery>) {
  const filters = {
    status: query.status ?? null,
    order_number_like: query.orderNumber ? ilikePattern(query.orderNumber) : null,
    tracking_number_like: query.trackingNumber ? ilikePattern(query.trackingNumber) : null,
    ...periodBounds(query),
  };
  const sorting = { sort_by: query.sortBy, ascending: query.sortOrder === 'asc' };
  return callPage(db, 'shipment_page', { ...filters, ...sorting }, query);
}

/** @throws ApiError 404 `shipment_not_found`, also for an archived one */
export function getShipment({ db, params }: Call<unknown, unknown, { id: string }>) {
  return one(db, 'id', params.id);
}

/** @throws ApiError 404 `shipment_not_found`, also for an archived one */
export function getShipmentByNumber({ db, params }: Call<unknown, unknown, { shipmentNumber: string }>) {
  return one(db, 'shipment_number', params.shipmentNumber.toUpperCase());
}

async function one(db: ShopDatabase, column: 'id' | 'shipment_number', value: string) {
  const shipment = await read(db.from('shipments_of_orders').select('*').eq(column, value).is('archived_at', null).maybeSingle());
  if (!shipment) throw shipmentNotFound();
  return shipment;
}

export async function shipmentStatistics({ db, query }: Call<unknown, Period>): Promise<ShipmentStats> {
  const { statusCounts, ...figures } = countedStatuses.parse(await callFunction(db, 'shipment_stats', periodBounds(query)));
  // Rows until here: the names of columns are turned into the API's, those of statuses must not be.
  const counts = statusCounts.map(({ status, count }) => [status, count] as const);
  return { ...figures, statusCounts: Object.fromEntries(counts) as ShipmentStats['statusCounts'] };
}

export function shipmentNotFound(): ApiError {
  return new ApiError('shipment_not_found');
}
