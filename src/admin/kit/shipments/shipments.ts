import * as z from 'zod';
import { defineRecord } from '#admin/kit/define-record.ts';
import { sendInChunks } from '#admin/kit/send-in-chunks.ts';
import { SHIPMENT_STATUSES } from '#admin/kit/status-labels.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import {
  type Shipment,
  type ShipmentOutcome,
  type ShipmentPayload,
  type ShipmentStatus,
  type ShipmentStatusOutcome,
  shipment,
  shipmentOutcome,
  shipmentQuery,
  shipmentStatusOutcome,
} from '#shared/schemas/shipments.ts';

export const shipments = defineRecord({
  noun: 'shipment',
  api: '/shipments',
  schema: shipment,
  query: shipmentQuery,
  nameOf: ({ shipmentNumber }) => shipmentNumber,
  isNumbered: true,
  statuses: SHIPMENT_STATUSES,
});

export const SHIPPING_METHODS: Record<Shipment['shippingMethod'], string> = {
  standard: 'Standard',
  express: 'Express',
  overnight: 'Overnight',
  international: 'International',
};

/** The most shipments that one request may carry. */
const MAX_AT_ONCE = 100;

/** Creates a shipment for each of many orders. Gives the outcomes in the same order. */
export function createShipments(payloads: ShipmentPayload[]): Promise<ShipmentOutcome[]> {
  return sendInChunks(payloads, MAX_AT_ONCE, (chunk) =>
    callStaffApi('POST', '/shipments/many', { body: { shipments: chunk }, schema: z.array(shipmentOutcome) }),
  );
}

/** Gives many shipments one status, each by the version its screen showed. Gives the outcomes in the same order. */
export function setShipmentStatuses(
  seen: Pick<Shipment, 'id' | 'updatedAt'>[],
  status: ShipmentStatus,
): Promise<ShipmentStatusOutcome[]> {
  return sendInChunks(seen, MAX_AT_ONCE, (chunk) => {
    const body = { shipments: chunk.map(({ id, updatedAt }) => ({ id, updatedAt })), status };
    return callStaffApi('PUT', '/shipments/status', { body, schema: z.array(shipmentStatusOutcome) });
  });
}
