import * as z from 'zod';
import { ORDER_STATUSES } from '#domain/orders/status.ts';
import { hiddenInWords, hiddenName } from '#domain/rights/hidden.ts';
import { requiredText, shaped } from '#domain/text-fields.ts';
import { moment, objectId, photoId, timestamp } from '#domain/values.ts';
import { expectedVersion } from '#domain/versions.ts';

/** Made by the phone that packed: what is sent again with it changes nothing. */
export const packingKey = shaped(64, /^[\w.-]{8,64}$/, 'Not a valid key');

/** Pieces that somebody put into a parcel. */
export const packedPiece = z.object({
  key: packingKey,
  itemId: objectId,
  variantId: objectId,
  name: z.string(),
  color: z.string().nullable(),
  size: z.string().nullable(),
  quantity: z.int(),
  /** The user name of whoever packed it; null when they have left. */
  by: z.string().nullable(),
  packedAt: timestamp,
  /** False where the order no longer has it. */
  isOrdered: z.boolean(),
});

export type PackedPiece = z.infer<typeof packedPiece>;

const packingLine = z.object({
  itemId: objectId,
  variantId: objectId,
  productName: z.string(),
  productImage: z.string().nullable(),
  color: z.string().nullable(),
  size: z.string().nullable(),
  sku: z.string().nullable(),
  ordered: z.int(),
  /** Never more than is ordered. */
  packed: z.coerce.number(),
  pieces: z.array(packedPiece),
});

export type PackingLine = z.infer<typeof packingLine>;

/** How far the packing of an order is. Of its customer it has a wish, without numbers in it: it is kept on the phones of whoever packs. */
export const packing = z.object({
  orderId: objectId,
  orderNumber: z.string(),
  status: z.enum(ORDER_STATUSES),
  placedAt: timestamp,
  /** What the customer wished with the order, a card or gift wrap among it, and how staff tagged it. */
  notes: hiddenInWords(z.string()).default(''),
  tags: z.array(z.string()).default([]),
  /** What is to be done for a gift; null where it is none. */
  gift: z
    .object({
      note: hiddenInWords(z.string()),
      /** For whom it is, where that is not the customer. */
      recipientName: hiddenName(z.string()).nullable(),
      isWrapped: z.boolean(),
      hidesPrices: z.boolean(),
    })
    .nullable()
    .default(null),
  /** The numbers of its parcels, and their tracking numbers. */
  codes: z.array(z.string()),
  lines: z.array(packingLine),
  /** What was packed beyond what is ordered, by two phones or before the order changed: each has to be taken out. */
  surplus: z.array(packedPiece),
  photos: z.array(z.object({ id: photoId, takenAt: timestamp, by: z.string().nullable() })),
  /** It must not leave before somebody has photographed it. */
  lacksPhoto: z.boolean(),
});

export type Packing = z.infer<typeof packing>;

/** The orders to pack, the oldest first. */
export const packingList = z.object({ orders: z.array(packing) });

const MAX_PIECES = 200;

/** Pieces that were put into the parcel, and those taken out again, by their keys. */
export const packedPieces = z
  .object({
    pieces: z
      .array(
        z.object({
          key: packingKey,
          itemId: objectId,
          variantId: objectId,
          quantity: z.int().min(1, 'At least 1').max(1000, 'At most 1,000').default(1),
          packedAt: moment,
        }),
      )
      .max(MAX_PIECES, `At most ${MAX_PIECES} at once`)
      .default([]),
    unpacked: z
      .array(z.object({ key: packingKey, at: moment }))
      .max(MAX_PIECES, `At most ${MAX_PIECES} at once`)
      .default([]),
  })
  .refine(({ pieces }) => new Set(pieces.map(({ key }) => key)).size === pieces.length, {
    path: ['pieces'],
    message: 'Each key only once',
  });

export type PackedPieces = z.infer<typeof packedPieces>;

/** A form with a photo of the open parcel. */
export const packedPhotoUpload = z.object({ file: z.file('Choose a file'), key: packingKey, takenAt: moment });

export type PackedPhotoUpload = z.infer<typeof packedPhotoUpload>;

/** A photo of an open parcel, as a `data:` address. */
export const packedPhoto = z.object({ photo: z.string() });

/** Why an order goes out without a photo. */
export const photoWaiver = z.object({ reason: requiredText(300, 'Say why') });

export type PhotoWaiver = z.infer<typeof photoWaiver>;

/** What holds for all packing. `photoNeeded`: a parcel leaves only with a photo of what is in it. */
export const packingRules = z.object({ photoNeeded: z.boolean(), updatedAt: timestamp });

export type PackingRules = z.infer<typeof packingRules>;

export const packingRulesEdit = z.object({ photoNeeded: z.boolean(), updatedAt: expectedVersion.optional() });

export type PackingRulesEdit = z.infer<typeof packingRulesEdit>;
