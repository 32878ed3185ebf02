import * as z from 'zod';
import { listFilters } from '#admin/kit/list-filters.ts';
import { isId } from '#admin/kit/record-path.ts';
import { callStaffApi, callStaffApiPage } from '#admin/shell/staff-api.ts';
import {
  type Shipment,
  type ShipmentEdit,
  type ShipmentPayload,
  type ShipmentStatus,
  shipment,
  shipmentQuery,
} from '#shared/schemas/shipment.ts';

export const shipmentFilters = listFilters(shipmentQuery);

export type ShipmentFilters = typeof shipmentFilters.none;

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
