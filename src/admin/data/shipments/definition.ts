import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { defineRecord } from '#admin/kit/define-record.ts';
import { sendInChunks } from '#admin/kit/send-in-chunks.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import {
  type ChangedShipment,
  changedShipment,
  type FoundShipment,
  foundShipment,
  MAX_SHIPMENTS_AT_ONCE,
  type Shipment,
  type ShipmentOutcome,
  type ShipmentPayload,
  shipment,
  shipmentOutcome,
  shipmentQuery,
  shipmentStats,
} from '#domain/shipments/contract.ts';
import type { ShipmentStatus } from '#domain/shipments/status.ts';
import { SHIPMENT_STATUS_LABELS } from './statuses.ts';

export const shipments = defineRecord({
  noun: 'shipment',
  api: '/shipments',
  schema: shipment,
  query: shipmentQuery,
  nameOf: ({ shipmentNumber }) => shipmentNumber,
  isNumbered: true,
  statuses: SHIPMENT_STATUS_LABELS,
  undoable: 'delivered',
  rights: { new: 'send_parcels', edit: 'send_parcels', delete: 'send_parcels' },
  statusRight: () => 'send_parcels',
});

/** How many shipments have a status, or any; null until that is known. */
export function useShipmentCounts(): (status?: ShipmentStatus) => number | null {
  const { data } = useQuery({
    queryKey: [...shipments.queries.all, 'stats'],
    queryFn: ({ signal }) => callStaffApi('GET', '/shipments/stats', { schema: shipmentStats, signal }),
  });
  return (status) => (data ? (status ? (data.statusCounts[status] ?? 0) : data.totalShipments) : null);
}

export const SHIPPING_METHOD_LABELS: Record<Shipment['shippingMethod'], string> = {
  standard: 'Standard',
  express: 'Express',
  overnight: 'Overnight',
  international: 'International',
};

/** Creates a shipment for each of many orders. Gives the outcomes in the same order. */
export function createShipments(payloads: ShipmentPayload[]): Promise<ShipmentOutcome[]> {
  return sendInChunks(payloads, MAX_SHIPMENTS_AT_ONCE, (chunk) =>
    callStaffApi('POST', '/shipments/many', { body: { shipments: chunk }, schema: z.array(shipmentOutcome) }),
  );
}

type Versioned = Pick<Shipment, 'id' | 'updatedAt'>;

/** Gives many shipments one status, each by the version its screen showed; with `preview` it only says what would be. Gives the outcomes in the same order. */
export function setShipmentStatuses(
  shown: Versioned[],
  status: ShipmentStatus,
  { reason = '', preview = false } = {},
): Promise<ChangedShipment[]> {
  return sendInChunks(shown, MAX_SHIPMENTS_AT_ONCE, (chunk) => {
    const body = { shipments: chunk.map(({ id, updatedAt }) => ({ id, updatedAt })), status, reason, preview };
    return callStaffApi('PUT', '/shipments/status', { body, schema: z.array(changedShipment) });
  });
}

/** Gives many shipments their tracking numbers, each by the version its screen showed; with `preview` it only says which would be refused. */
export function setTrackingNumbers(
  changes: (Versioned & { trackingNumber: string })[],
  preview: boolean,
): Promise<ChangedShipment[]> {
  return sendInChunks(changes, MAX_SHIPMENTS_AT_ONCE, (chunk) => {
    const body = { shipments: chunk.map(({ id, updatedAt, trackingNumber }) => ({ id, updatedAt, trackingNumber })), preview };
    return callStaffApi('PUT', '/shipments/tracking-numbers', { body, schema: z.array(changedShipment) });
  });
}

/** The shipment that each number means, or why there is none, in the same order. */
export function findShipments(numbers: string[]): Promise<FoundShipment[]> {
  return sendInChunks(numbers, MAX_SHIPMENTS_AT_ONCE, (chunk) =>
    callStaffApi('POST', '/shipments/find', { body: { numbers: chunk }, schema: z.array(foundShipment) }),
  );
}
