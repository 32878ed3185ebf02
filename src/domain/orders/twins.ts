import * as z from 'zod';
import { hiddenContact, hiddenName, hiddenSum } from '#domain/rights/hidden.ts';
import { objectId, rupees, timestamp } from '#domain/values.ts';
import { orderInBrief, staffOrder } from './contract.ts';

/** Another order of the same person, placed within a day of this one, that shares a piece with it. Neither is packed, paid or kept apart. */
export const twinOrder = z.object({
  id: objectId,
  orderNumber: z.string(),
  createdAt: timestamp,
  totalAmount: hiddenSum(rupees),
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
});

export type TwinOrder = z.infer<typeof twinOrder>;

/** The twin that is meant. */
export const twinChoice = z.object({ otherId: objectId });

export type TwinChoice = z.infer<typeof twinChoice>;

/** The order that has all pieces now, and the one that is cancelled. */
export const mergedOrders = z.object({ kept: staffOrder, merged: staffOrder });
