import * as z from 'zod';
import { given, offOnly } from '#domain/discounts/contract.ts';
import { phone } from '#domain/phone-fields.ts';
import { line } from '#domain/text-fields.ts';
import { day, rupees, timestamp } from '#domain/values.ts';
import { orderItem, orderStatus } from './contract.ts';
import { giftWrap } from './gift.ts';
import { readOrderNumber } from './order-number.ts';
import { paid } from './paid-contract.ts';

/** What a customer sees of a parcel's way. */
const PARCEL_STEPS = ['booked', 'picked', 'in_transit', 'out_for_delivery', 'attempted', 'delivered', 'coming_back'] as const;

/** The number however it is written: `10149` is `ORD-10149`. */
export const orderTracking = z.object({ orderNumber: line(40).overwrite(readOrderNumber), phone });

export type OrderTracking = z.infer<typeof orderTracking>;

/** What anyone may see who knows an order's number and phone. */
export const trackedOrder = z.object({
  orderNumber: z.string(),
  status: orderStatus,
  /** Nothing is sent: it is collected in the shop. */
  isCollected: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
  discount: offOnly,
  deliveryDiscount: offOnly,
  discountCode: given,
  giftWrap,
  taxPercent: offOnly,
  totalAmount: rupees,
  paid,
  /** Its shopper has said that it is right, or the shop knows. */
  isConfirmed: z.boolean(),
  /** No pieces are set aside before the shop has called. */
  awaitsProof: z.boolean(),
  /** Nobody has answered while the second is null. */
  cancellationAskedAt: timestamp.nullable(),
  cancellationAnsweredAt: timestamp.nullable(),
  /** `payment` of the shopper, or a `check` of a transfer that they sent; left out where no advance is missing. */
  advanceWaitsFor: z.enum(['payment', 'check']).optional(),
  /** The number of the order that took over the pieces of this one. */
  mergedInto: z.string().nullable(),
  /** The numbers of the orders whose pieces came to this one. */
  mergedFrom: z.array(z.string()),
  /** A product's id is left out once it is not sold any more. */
  items: z.array(orderItem.omit({ sku: true }).partial({ productId: true })),
  shipments: z.array(
    z.object({
      shipmentNumber: z.string(),
      status: z.string(),
      carrier: z.string(),
      trackingNumber: z.string(),
      shippedDate: timestamp.nullable(),
      estimatedDeliveryDate: z.string().nullable(),
    }),
  ),
  /** The steps of its booked parcels, from a list of what may be said; left out where none is booked. */
  parcels: z
    .array(
      z.object({
        shipmentNumber: z.string(),
        steps: z.array(z.object({ step: z.enum(PARCEL_STEPS), reason: z.string().optional(), at: timestamp })),
      }),
    )
    .optional(),
  /** The first and the last day on which it may be at the door; null where nobody knows. */
  expected: z.object({ from: day, to: day }).nullable(),
});

export type TrackedOrder = z.infer<typeof trackedOrder>;
