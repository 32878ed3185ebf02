import * as z from 'zod';
import { objectId, rupees, timestamp } from '#domain/values.ts';
import { exchangeQuote } from './asked-pieces.ts';
import { RETURN_KINDS, RETURN_OBSTACLES, RETURN_OUTCOMES, RETURN_REASONS, RETURN_STATES } from './choices.ts';
import { pagePaid, pagePayout } from './payout-contract.ts';
import { shownReturnAddress } from './return-address.ts';

const kinds = z.array(z.enum(RETURN_KINDS));

/** A piece that is wanted instead. */
export const returnedChoice = z.object({
  productId: objectId,
  productName: z.string(),
  productImage: z.string().nullable(),
  selectedColor: z.string().nullable(),
  selectedSize: z.string().nullable(),
});

const pageLine = {
  itemId: objectId,
  productId: objectId,
  productName: z.string(),
  productImage: z.string().nullable(),
  selectedColor: z.string().nullable(),
  selectedSize: z.string().nullable(),
  quantity: z.int(),
};

/** What the page of an order says of returns. Left out until it has arrived. */
export const pageReturns = z.object({
  /** The last moment to ask. */
  until: timestamp,
  isOver: z.boolean(),
  days: z.int(),
  /** Photos are required for these kinds. */
  evidence: kinds,
  /** The shop pays the way back of these kinds; the customer of the others. */
  shopPays: kinds,
  /** The wishes to choose from: a return has money and credit, an exchange itself, a claim all. */
  outcomes: z.array(z.enum(RETURN_OUTCOMES)),
  /** What may be asked for now; empty when it is over, or nothing is left. */
  kinds,
  items: z.array(
    z.object({
      ...pageLine,
      /** How many pieces may be returned or exchanged, and claimed. */
      mayReturn: z.int(),
      mayClaim: z.int(),
      /** Why fewer than were ordered; null where all may. */
      obstacle: z.enum(RETURN_OBSTACLES).nullable(),
      /** `for hygiene`: of an excluded piece; empty otherwise. */
      because: z.string(),
    }),
  ),
  /** The latest first. */
  requests: z.array(
    z.object({
      id: objectId,
      /** `RET-1001`: what the customer writes on the parcel. */
      returnNumber: z.string(),
      kind: z.enum(RETURN_KINDS),
      state: z.enum(RETURN_STATES),
      wish: z.enum(RETURN_OUTCOMES),
      /** What staff have decided. */
      outcome: z.enum(RETURN_OUTCOMES).nullable(),
      reason: z.enum(RETURN_REASONS),
      words: z.string(),
      /** What the shop answered. */
      answer: z.string(),
      shopPays: z.boolean(),
      comesBack: z.boolean(),
      items: z.array(z.object({ ...pageLine, received: z.int(), wanted: returnedChoice.nullable() })),
      photoIds: z.array(z.string()),
      /** What is paid back in all, and what has been paid. */
      refund: rupees,
      paidBack: rupees,
      /** The new order of an exchange, and what its rider asks for; null before it is approved. */
      exchange: z.object({ orderNumber: z.string(), due: rupees }).nullable(),
      /** What an exchange comes to, as it was promised; null once it is decided, and where nothing was. */
      promised: exchangeQuote.nullable(),
      /**
       * By when and where to send the pieces; `to` is null while the shop has not said. With `pickup` a courier comes for them. Null where nothing is to be
       * sent.
       */
      sendBack: z
        .object({
          by: timestamp,
          to: shownReturnAddress.nullable(),
          pickup: z.object({ courier: z.string(), trackingNumber: z.string() }).nullable(),
        })
        .nullable(),
      /** Money goes back, and the customer may say where. */
      mayNamePayout: z.boolean(),
      payout: pagePayout.nullable(),
      /** What was paid at the end. */
      paid: pagePaid.nullable(),
      mayWithdraw: z.boolean(),
      askedAt: timestamp,
      decidedAt: timestamp.nullable(),
    }),
  ),
});

export type PageReturns = z.infer<typeof pageReturns>;
