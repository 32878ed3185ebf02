import * as z from 'zod';
import { hiddenContact, hiddenName, hiddenSum } from '#domain/rights/hidden.ts';
import { line } from '#domain/text-fields.ts';
import { objectId, rupees, timestamp } from '#domain/values.ts';
import { orderInBrief, staffOrder } from './contract.ts';

/** Another order of the same person, placed within a day of this one, that shares a piece with it. Neither is packed, paid or kept apart. */
export const twinOrder = z.object({
  id: objectId,
  orderNumber: z.string(),
  createdAt: timestamp,
  totalAmount: hiddenSum(rupees),
  /** By its code or staff, delivery included. */
  takenOff: hiddenSum(rupees),
  discountCode: z.string().nullable(),
  customerName: hiddenName(z.string()),
  customerAddress: hiddenContact(z.string()),
  city: z.string(),
  items: orderInBrief.shape.items,
  /** Names of the pieces that both have. */
  shared: z.array(z.string()),
  /** It keeps its number when they are merged. */
  isEarlier: z.boolean(),
  /** What both would cost in one parcel. */
  mergedTotal: hiddenSum(rupees),
  /** What is taken off then, and the code that they would have. */
  mergedTakenOff: hiddenSum(rupees),
  mergedCode: z.string().nullable(),
});

export type TwinOrder = z.infer<typeof twinOrder>;

/** The twin that is meant. */
export const twinChoice = z.object({ otherId: objectId });

export type TwinChoice = z.infer<typeof twinChoice>;

/** The twin that is meant, and why the later of both is cancelled. */
export const twinCancellation = twinChoice.extend({ reason: line(300) });

export type TwinCancellation = z.infer<typeof twinCancellation>;

/** The order that goes on, and the one that was the same once more. */
export const cancelledTwin = z.object({ kept: staffOrder, cancelled: staffOrder });

/** The order that has all pieces now, and the one that is cancelled. */
export const mergedOrders = z.object({ kept: staffOrder, merged: staffOrder });
