import * as z from 'zod';
import { refusal } from '#domain/failures.ts';
import { paging, sorting } from '#domain/lists.ts';
import { ORDER_STATUSES } from '#domain/orders/status.ts';
import { hiddenContact, hiddenInWords, hiddenName, hiddenPhone, hiddenRevenue, hiddenSum } from '#domain/rights/hidden.ts';
import { line, searchText, text } from '#domain/text-fields.ts';
import { amount, day, idOr, objectId, period, rupees, timestamp } from '#domain/values.ts';
import { expectedVersion, statusVersion } from '#domain/versions.ts';
import { SHIPMENT_STATUSES } from './status.ts';

/** The spec's message for a missing order. */
export const NO_ORDER = 'Please select an order';

export const shipmentStatus = z.enum(SHIPMENT_STATUSES);

export const SHIPPING_METHODS = ['standard', 'express', 'overnight', 'international'] as const;

/** The most that a parcel collects at the door, in rupees. */
const MAX_COLLECTED = 1_000_000;

/** Rupees that a rider is to ask for at a door: whole ones. */
export const askedAtDoor = amount(MAX_COLLECTED, 'Enter an amount').refine(Number.isInteger, 'Enter whole rupees');

export const shippingMethod = z.enum(SHIPPING_METHODS);

/** Fields of a new shipment and of an edit. No defaults: what an edit leaves out stays. */
const fields = {
  carrier: text(80),
  trackingNumber: text(120),
  shippingMethod,
  shippingCost: amount(1_000_000, 'Enter an amount'),
  /** In grams, as packed. */
  weight: z.int('Enter whole grams').min(1, 'At least 1').max(100_000, 'At most 100,000').nullable(),
  estimatedDeliveryDate: day.nullable(),
  notes: text(1000),
};

/** A new shipment. Recipient and items come from its order. */
export const shipmentPayload = z.object({
  orderId: idOr(NO_ORDER),
  carrier: fields.carrier.default(''),
  trackingNumber: fields.trackingNumber.default(''),
  shippingMethod: fields.shippingMethod.default('standard'),
  shippingCost: fields.shippingCost.default(0),
  weight: fields.weight.default(null),
  estimatedDeliveryDate: fields.estimatedDeliveryDate.default(null),
  notes: fields.notes.default(''),
  /** What this parcel of several collects, which the others collect less. Null: what no other one collects. */
  collect: askedAtDoor.nullable().default(null),
});

export type ShipmentPayload = z.infer<typeof shipmentPayload>;

/** New shipments of many orders. */
export const shipmentPayloads = z.object({
  shipments: z
    .array(shipmentPayload)
    .min(1, NO_ORDER)
    .max(100, 'At most 100 at once')
    .refine((begun) => new Set(begun.map(({ orderId }) => orderId)).size === begun.length, 'Each order once'),
});

export type ShipmentPayloads = z.infer<typeof shipmentPayloads>;

export const shipmentEdit = z
  .object({ ...fields, updatedAt: expectedVersion })
  .partial()
  .refine(({ updatedAt: _, ...changes }) => Object.keys(changes).length > 0, 'Nothing to change');

export type ShipmentEdit = z.infer<typeof shipmentEdit>;

/** Why something is delivered although its parcel failed or came back. */
export const deliveredReason = text(300).default('');

export const shipmentStatusChange = z.object({ status: shipmentStatus, ...statusVersion, reason: deliveredReason });

export type ShipmentStatusChange = z.infer<typeof shipmentStatusChange>;

/** The most shipments that one request may change. */
export const MAX_SHIPMENTS_AT_ONCE = 100;

const versionedShipment = z.object({ id: objectId, ...statusVersion });

/** Many shipments, each once, with what is said about each. */
function manyShipments<One extends { id: string }>(one: z.ZodType<One>) {
  return z
    .array(one)
    .min(1, 'Required')
    .max(MAX_SHIPMENTS_AT_ONCE, `At most ${MAX_SHIPMENTS_AT_ONCE} at once`)
    .refine((changed) => hasEachOnce(changed.map(({ id }) => id)), 'Each shipment once');
}

function hasEachOnce(values: unknown[]): boolean {
  return new Set(values).size === values.length;
}

/** Only says what would be. */
const preview = z.boolean().default(false);

/** One status for many shipments; each is changed or refused on its own. */
export const shipmentStatusChanges = z.object({
  shipments: manyShipments(versionedShipment),
  status: shipmentStatus,
  reason: deliveredReason,
  preview,
});

export type ShipmentStatusChanges = z.infer<typeof shipmentStatusChanges>;

/** A tracking number without spaces and in capitals: two spellings of one are equal. `shop.tracking_key` in the database. */
export function trackingKey(trackingNumber: string): string {
  return trackingNumber.replace(/\s/g, '').toUpperCase();
}

/** A tracking number for each of many shipments; each is changed or refused on its own. */
export const trackingNumberChanges = z.object({
  shipments: manyShipments(versionedShipment.extend({ trackingNumber: line(120) })).refine(
    (changed) => hasEachOnce(changed.map(({ trackingNumber }) => trackingKey(trackingNumber))),
    'Each tracking number once',
  ),
  preview,
});

export type TrackingNumberChanges = z.infer<typeof trackingNumberChanges>;

/** Numbers as couriers and staff list them: of orders, of shipments, or tracking numbers. */
export const parcelNumbers = z.object({
  numbers: z.array(line(120)).min(1, 'Required').max(MAX_SHIPMENTS_AT_ONCE, `At most ${MAX_SHIPMENTS_AT_ONCE} at once`),
});

export type ParcelNumbers = z.infer<typeof parcelNumbers>;

export const shipment = z.object({
  id: objectId,
  _id: objectId,
  shipmentNumber: z.string(),
  orderId: objectId,
  orderNumber: z.string(),
  recipientName: hiddenName(z.string()),
  recipientEmail: hiddenContact(z.string()),
  recipientPhone: hiddenPhone(z.string()),
  orderStatus: z.enum(ORDER_STATUSES),
  /** As it was typed. */
  city: z.string(),
  /** The city that was recognised in what was typed; null while nobody knows. */
  cityKnown: z.string().nullable(),
  /** What the rider asks for at the door: nothing once the order is paid or cancelled, or the parcel came back. */
  toCollect: hiddenSum(rupees),
  items: z.array(
    z.object({
      productName: z.string(),
      selectedColor: z.string().nullable(),
      selectedSize: z.string().nullable(),
      sku: z.string(),
      quantity: z.int(),
    }),
  ),
  carrier: z.string(),
  trackingNumber: z.string(),
  shippingMethod,
  shippingCost: hiddenSum(rupees),
  status: shipmentStatus,
  /** In grams, as packed; null: nobody has weighed it. */
  weight: z.int().nullable(),
  estimatedDeliveryDate: z.string().nullable(),
  /** When it was first sent. */
  shippedDate: timestamp.nullable(),
  /** When what came back was counted. */
  receivedAt: timestamp.nullable(),
  notes: hiddenInWords(z.string()),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export type Shipment = z.infer<typeof shipment>;

/** Each order's new shipment, or why it was refused. */
export const shipmentOutcome = z.object({ orderId: objectId, shipment: shipment.nullable(), refusal: refusal.nullable() });

export type ShipmentOutcome = z.infer<typeof shipmentOutcome>;

/** Each shipment as it is now, or would be, or why it was refused. */
export const changedShipment = z.object({ id: objectId, shipment: shipment.nullable(), refusal: refusal.nullable() });

export type ChangedShipment = z.infer<typeof changedShipment>;

/** The one shipment that a number means, or why there is none. */
export const foundShipment = z.object({ number: z.string(), shipment: shipment.nullable(), refusal: refusal.nullable() });

export type FoundShipment = z.infer<typeof foundShipment>;

export const SHIPMENT_SORT_KEYS = ['createdAt', 'orderNumber', 'carrier', 'status', 'shippedDate'] as const;

export const shipmentQuery = z.object({
  ...paging,
  status: shipmentStatus.optional().meta({ description: 'Only what has this status' }),
  orderNumber: searchText(40).optional().meta({ description: 'The number of an order, as people read it' }),
  trackingNumber: searchText(120).optional().meta({ description: 'The courier’s number of a parcel' }),
  ...period.shape,
  ...sorting(SHIPMENT_SORT_KEYS, 'createdAt', 'desc'),
});

export type ShipmentQuery = z.infer<typeof shipmentQuery>;

export const shipmentStats = z.object({
  totalShipments: z.int(),
  totalShippingCost: hiddenRevenue(rupees),
  statusCounts: z.record(shipmentStatus, z.int()),
});

export type ShipmentStats = z.infer<typeof shipmentStats>;
