import * as z from 'zod';
import { orderStatus } from '#domain/orders/contract.ts';
import { disposition } from '#domain/returns/dispositions.ts';
import { hiddenInWords, hiddenName } from '#domain/rights/hidden.ts';
import { shipmentStatus } from '#domain/shipments/contract.ts';
import { line, text } from '#domain/text-fields.ts';
import { objectId, timestamp } from '#domain/values.ts';
import { statusVersion } from '#domain/versions.ts';

/** The most lines that one call receives: each line of an order with each disposition. */
const MAX_PIECES = 200;

/** Made up by the device that sends it: a call that is repeated with it changes nothing, and is answered the same. */
const key = z.uuid('Required');

const count = z.int('Enter whole pieces').min(1, 'At least 1').max(1000, 'At most 1,000');

export const newGoodsBack = z
  .object({
    key,
    orderId: objectId,
    /** The parcel that they came in; left out, the one of the order that was not counted. */
    shipmentId: objectId.optional(),
    pieces: z
      .array(z.object({ itemId: objectId, quantity: count, disposition }))
      .max(MAX_PIECES, `At most ${MAX_PIECES} lines`)
      .default([]),
    /** Nothing more is in the parcel. */
    isComplete: z.boolean().default(false),
    /** All parcels of the order came back, and all that is out of it in them: what `pieces` does not name is in stock again. */
    isWholeOrder: z.boolean().default(false),
    notes: text(1000).default(''),
    ...statusVersion,
  })
  .refine(({ pieces, isWholeOrder }) => isWholeOrder || pieces.length > 0, {
    path: ['pieces'],
    error: 'Scan at least one piece',
  });

export type NewGoodsBack = z.infer<typeof newGoodsBack>;

/** A decision about pieces that were to be inspected. */
export const inspection = z.object({
  key,
  quantity: count,
  disposition: z.enum(['restocked', 'damaged']),
  notes: text(1000).default(''),
});

export type Inspection = z.infer<typeof inspection>;

export const scanQuery = z.object({
  code: line(60).meta({ description: 'A shipment’s number, a tracking number in any spelling, or an order’s number' }),
});

const receivedParcel = z.object({
  id: objectId,
  shipmentNumber: z.string(),
  carrier: z.string(),
  trackingNumber: z.string(),
  status: shipmentStatus,
  receivedAt: timestamp.nullable(),
});

const receivedItem = z.object({
  id: objectId,
  productId: objectId,
  productName: z.string(),
  productImage: z.string().nullable(),
  selectedColor: z.string().nullable(),
  selectedSize: z.string().nullable(),
  sku: z.string(),
  quantity: z.int(),
  /** How many of these are neither in stock nor received. */
  out: z.int(),
  restocked: z.int(),
  damaged: z.int(),
  toInspect: z.int(),
  missing: z.int(),
  /** How many an approved return names that have not come yet. */
  askedBack: z.int().default(0),
});

export type ReceivedItem = z.infer<typeof receivedItem>;

export const goodsBack = z.object({
  id: objectId,
  itemId: objectId,
  quantity: z.int(),
  disposition,
  /** The pieces to inspect that this one decides about. */
  inspects: objectId.nullable(),
  /** How many pieces to inspect nobody has decided about. */
  waiting: z.int(),
  notes: hiddenInWords(z.string()),
  actorName: z.string().nullable(),
  createdAt: timestamp,
});

/** What was sent of an order, and what came back. */
export const returnedPieces = z.object({
  order: z.object({
    id: objectId,
    orderNumber: z.string(),
    status: orderStatus,
    customerName: hiddenName(z.string()),
    city: z.string(),
    updatedAt: timestamp,
  }),
  /** The parcel whose number was scanned. */
  shipmentId: objectId.nullable().default(null),
  shipments: z.array(receivedParcel),
  items: z.array(receivedItem),
  goodsBack: z.array(goodsBack),
});

export type ReturnedPieces = z.infer<typeof returnedPieces>;

export const receivingWork = z.object({
  /** Orders of which pieces are on their way back or wait to be counted, the longest first. */
  awaited: z.array(
    z.object({
      orderId: objectId,
      orderNumber: z.string(),
      customerName: hiddenName(z.string()),
      city: z.string(),
      status: orderStatus,
      shipments: z.array(z.string()),
      /** How many are out; null where only a part of the order came back, and nobody knows which. */
      pieces: z.int().nullable(),
      since: timestamp,
    }),
  ),
  toInspect: z.array(
    z.object({
      id: objectId,
      orderId: objectId,
      orderNumber: z.string(),
      productName: z.string(),
      selectedColor: z.string().nullable(),
      selectedSize: z.string().nullable(),
      quantity: z.int(),
      createdAt: timestamp,
    }),
  ),
});

export type ReceivingWork = z.infer<typeof receivingWork>;
