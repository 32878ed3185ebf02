import * as z from 'zod';
import { chunks } from '#admin/kit/chunks.ts';
import { listFilters } from '#admin/kit/list-filters.ts';
import { isId } from '#admin/kit/record-path.ts';
import { callStaffApi, callStaffApiPage } from '#admin/platform/staff-api.ts';
import {
  type Shipment,
  type ShipmentEdit,
  type ShipmentOutcome,
  type ShipmentPayload,
  type ShipmentStatus,
  type ShipmentStatusOutcome,
  shipment,
  shipmentOutcome,
  shipmentQuery,
  shipmentStatusOutcome,
} from '#shared/schemas/shipments.ts';

export const shipmentFilters = listFilters(shipmentQuery);

export type ShipmentFilters = typeof shipmentFilters.defaults;

export function fetchShipments(filters: ShipmentFilters & { limit: number }, signal?: AbortSignal) {
  return callStaffApiPage('/shipments', { query: filters, schema: z.array(shipment), signal });
}

/** The shipments an order has already. */
export async function fetchShipmentsOf(orderNumber: string, signal?: AbortSignal): Promise<Shipment[]> {
  const found = await callStaffApi('GET', '/shipments', {
    query: { orderNumber, limit: 100 },
    schema: z.array(shipment),
    signal,
  });
  // The operation finds parts of numbers, too: ORD-1000 in ORD-10001.
  return found.filter((other) => other.orderNumber === orderNumber);
}

export function fetchShipment(id: string, signal?: AbortSignal): Promise<Shipment> {
  return callStaffApi('GET', `/shipments/${id}`, { schema: shipment, signal });
}

/** A shipment by its number, as people call it, or by its id. */
export function fetchShipmentByKey(key: string, signal: AbortSignal): Promise<Shipment> {
  if (isId(key)) return fetchShipment(key, signal);
  return callStaffApi('GET', `/shipments/number/${encodeURIComponent(key)}`, { schema: shipment, signal });
}

/** An estimated delivery nobody knows is left out. */
export function postShipment({ estimatedDeliveryDate, ...begun }: ShipmentPayload): Promise<Shipment> {
  const body = { ...begun, ...(estimatedDeliveryDate && { estimatedDeliveryDate }) };
  return callStaffApi('POST', '/shipments', { body, schema: shipment });
}

/** A shipment each for many orders; the outcomes in the same order. */
export async function postShipments(begun: ShipmentPayload[]): Promise<ShipmentOutcome[]> {
  const outcomes: ShipmentOutcome[] = [];
  for (const shipments of chunks(begun, 100)) {
    outcomes.push(...(await callStaffApi('POST', '/shipments/many', { body: { shipments }, schema: z.array(shipmentOutcome) })));
  }
  return outcomes;
}

/** One status for many shipments, each by the version its screen showed; the outcomes in the same order. */
export async function putShipmentStatuses(
  seen: Pick<Shipment, 'id' | 'updatedAt'>[],
  status: ShipmentStatus,
): Promise<ShipmentStatusOutcome[]> {
  const outcomes: ShipmentStatusOutcome[] = [];
  for (const chunk of chunks(seen, 100)) {
    const body = { shipments: chunk.map(({ id, updatedAt }) => ({ id, updatedAt })), status };
    outcomes.push(...(await callStaffApi('PUT', '/shipments/status', { body, schema: z.array(shipmentStatusOutcome) })));
  }
  return outcomes;
}

export function putShipment(id: string, edit: ShipmentEdit): Promise<Shipment> {
  return callStaffApi('PUT', `/shipments/${id}`, { body: edit, schema: shipment });
}

/** `sent` is the version the screen showed. */
export function putShipmentStatus(id: string, status: ShipmentStatus, sent: { updatedAt: string }): Promise<Shipment> {
  return callStaffApi('PUT', `/shipments/${id}/status`, { body: { status, ...sent }, schema: shipment });
}

export function deleteShipment(id: string): Promise<Shipment> {
  return callStaffApi('DELETE', `/shipments/${id}`, { schema: shipment });
}
