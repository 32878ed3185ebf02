import * as z from 'zod';
import { units } from '#domain/stock/contract.ts';
import { line } from '#domain/text-fields.ts';
import { amount, objectId, rupees } from '#domain/values.ts';

/** The most rows of one reorder: as many as a purchase order has items. */
export const MAX_REORDERED = 100;

/** A choice that sells and runs short. */
export const reorderRow = z.object({
  /** The choice's id. */
  id: objectId,
  productId: objectId,
  name: z.string(),
  color: z.string(),
  size: z.string(),
  sku: z.string(),
  /** Of the last four weeks, without what came back. */
  sold: z.int(),
  soldAWeek: z.coerce.number(),
  onHand: z.int(),
  /** Of purchase orders that have not come. */
  expected: z.int(),
  /** How long those on hand last as they sell. */
  daysLeft: z.int(),
  /** From the order to the receipt. */
  leadDays: z.int(),
  /** False: no delivery says so, and it is taken to be two weeks. */
  isLeadKnown: z.boolean(),
  /** Of the last purchase. Null: there was none. */
  supplierName: z.string().nullable(),
  unitCost: rupees.nullable(),
  /** Pieces for the lead time and four weeks. */
  suggested: z.int(),
});

export type ReorderRow = z.infer<typeof reorderRow>;

/** What is ordered again. Supplier and cost are those of the last purchase where they are left out. */
export const reorder = z.object({
  lines: z
    .array(
      z.object({
        variantId: objectId,
        quantity: units(1, 'How many?'),
        supplierName: line(120, 'Who supplies it?').optional(),
        unitCost: amount(10_000_000, 'What does a piece cost?').optional(),
      }),
    )
    .min(1, 'Choose something first')
    .max(MAX_REORDERED, `At most ${MAX_REORDERED} at once`)
    .refine((lines) => new Set(lines.map(({ variantId }) => variantId)).size === lines.length, 'Each of them only once'),
});

export type Reorder = z.infer<typeof reorder>;
