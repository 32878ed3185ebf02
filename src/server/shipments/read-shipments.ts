import * as z from 'zod';
import type { Refusal } from '#domain/failures.ts';
import { readOrderNumber } from '#domain/orders/order-number.ts';
import {
  type ParcelNumbers,
  type Shipment,
  type ShipmentQuery,
  type ShipmentStats,
  shipment,
  shipmentStats,
  shipmentStatus,
} from '#domain/shipments/contract.ts';
import { isBack } from '#domain/shipments/status.ts';
import type { Period } from '#domain/values.ts';
import { periodBounds } from '#server/database/calendar.ts';
import { callFunction, callPage, read } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ilikePattern } from '#server/database/filters.ts';
import { ApiError } from '#server/errors.ts';

/** Shipments, filtered, sorted and paged by the database. Days are those they were created on. */
export function listShipments(db: ShopDatabase, query: ShipmentQuery) {
  const filters = {
    status: query.status ?? null,
    order_number_like: query.orderNumber ? ilikePattern(query.orderNumber) : null,
    tracking_number_like: query.trackingNumber ? ilikePattern(query.trackingNumber) : null,
    ...periodBounds(query),
  };
  const sorting = { sort_by: query.sortBy, ascending: query.sortOrder === 'asc' };
  return callPage(db, 'list_shipments', { ...filters, ...sorting }, query, shipment);
}

/** @throws ApiError `shipment_not_found`, also for an archived one */
export function getShipment(db: ShopDatabase, id: string) {
  return findShipment(db, 'id', id);
}

/** @throws ApiError `shipment_not_found`, also for an archived one */
export function getShipmentByNumber(db: ShopDatabase, shipmentNumber: string) {
  return findShipment(db, 'shipment_number', shipmentNumber.toUpperCase());
}

async function findShipment(db: ShopDatabase, column: 'id' | 'shipment_number', value: string) {
  const shipments = db.from('shipments_of_orders').select('*').eq(column, value);
  const found = await read(shipments.is('archived_at', null).maybeSingle(), shipment.nullable());
  if (!found) throw new ApiError('shipment_not_found');
  return found;
}

const foundRows = z.array(z.object({ orderNumber: z.string().nullable(), shipments: z.array(shipment) }));

/** For each number, which may be of an order, of a shipment or a tracking number: the one shipment that it means, or why there is none. */
export async function findShipments(db: ShopDatabase, { numbers }: ParcelNumbers) {
  const found = await callFunction(db, 'find_shipments', { numbers, order_numbers: numbers.map(readOrderNumber) }, foundRows);
  return found.map(({ orderNumber, shipments }, index) => {
    const meant = meantBy(shipments);
    return { number: numbers[index] ?? '', shipment: meant, refusal: meant ? null : whyNone(orderNumber, shipments) };
  });
}

/** The only one, or the only one that did not fail or come back: an order that was sent again means its new parcel. */
function meantBy(shipments: Shipment[]): Shipment | null {
  const standing = shipments.filter((shipment) => !isBack(shipment));
  const [only, ...others] = standing.length > 0 ? standing : shipments;
  return only && others.length === 0 ? only : null;
}

function whyNone(orderNumber: string | null, shipments: Shipment[]): Refusal {
  if (shipments.length > 0) {
    const names = shipments.map(({ shipmentNumber }) => shipmentNumber).join(', ');
    return { code: 'several_shipments', message: `It may mean ${names}: give the number of one` };
  }
  const message = orderNumber ? `${orderNumber} has no shipment yet` : 'No order, shipment or tracking number is this';
  return { code: 'shipment_not_found', message };
}

const statsRow = shipmentStats.extend({ statusCounts: z.array(z.object({ status: shipmentStatus, count: z.int() })) });

/** Shipments, their cost, and how many have each status. */
export async function shipmentStatistics(db: ShopDatabase, period: Period): Promise<ShipmentStats> {
  const { statusCounts, ...figures } = await callFunction(db, 'shipment_stats', periodBounds(period), statsRow);
  const counts = statusCounts.map(({ status, count }) => [status, count] as const);
  return { ...figures, statusCounts: Object.fromEntries(counts) as ShipmentStats['statusCounts'] };
}
