import * as z from 'zod';
import { hiddenName, hiddenSum } from '#domain/rights/hidden.ts';
import { objectId, rupees, timestamp } from '#domain/values.ts';
import { ADAPTERS } from './adapters.ts';
import { booking } from './contract.ts';

/** From how many ended parcels on a record says something: `shop.enough_parcels` in the database. */
export const ENOUGH_PARCELS = 5;

/** A courier for a parcel, with its own record in the parcel's city over six months. */
export const courierChoice = z.object({
  courierId: objectId,
  /** By the price list of today, without tax; null where no list says it. */
  charge: hiddenSum(rupees.nullable()),
  /** Parcels that arrived, failed or came back, and how many of them arrived. */
  ended: z.int(),
  delivered: z.int(),
  /** From the shop to the door, as half of them took at most; null where nobody knows. */
  days: z.number().nullable(),
});

export type CourierChoice = z.infer<typeof courierChoice>;

export const DISPATCH_STEPS = ['to_book', 'open', 'booked'] as const;

/** A parcel to send, or an order that has none yet. */
export const dispatchRow = z.object({
  /** The parcel's id; the order's while it has none. */
  id: objectId,
  orderId: objectId,
  orderNumber: z.string(),
  customerName: hiddenName(z.string()),
  /** As it was typed. */
  city: z.string(),
  cityKnown: z.string().nullable(),
  orderedAt: timestamp,
  units: z.int(),
  grams: z.int(),
  /** Whether somebody weighed it: otherwise `grams` is what its pieces weigh. */
  isWeighed: z.boolean(),
  /** What the rider asks for. */
  toCollect: hiddenSum(rupees),
  /** `open`: nobody knows yet what came of the booking. */
  step: z.enum(DISPATCH_STEPS),
  shipment: z
    .object({
      id: objectId,
      shipmentNumber: z.string(),
      carrier: z.string(),
      trackingNumber: z.string(),
      updatedAt: timestamp,
    })
    .nullable(),
  /** The last one. */
  booking: booking.nullable(),
  /** The suggested courier first. */
  choices: z.array(courierChoice),
});

export type DispatchRow = z.infer<typeof dispatchRow>;

export const dispatchCourier = z.object({
  id: objectId,
  name: z.string(),
  adapter: z.enum(ADAPTERS),
  cutOff: z.string(),
  isActive: z.boolean(),
  /** Milliseconds from one call to the next that the courier puts up with. */
  paceMs: z.int(),
});

export type DispatchCourier = z.infer<typeof dispatchCourier>;

/** What is to be sent, the oldest orders first. */
export const dispatchList = z.object({
  rows: z.array(dispatchRow),
  /** How many there are, of which `rows` are the first. */
  total: z.int(),
  /** Orders to confirm, and confirmed ones whose advance is missing. */
  toConfirm: z.int(),
  awaitsMoney: z.int(),
  couriers: z.array(dispatchCourier),
});

export type DispatchList = z.infer<typeof dispatchList>;
