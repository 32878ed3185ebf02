import * as z from 'zod';
import { paging } from '#domain/lists.ts';
import { DOTS } from '#domain/masked.ts';
import { hidden } from '#domain/rights/hidden.ts';
import { line } from '#domain/text-fields.ts';
import { objectId, timestamp } from '#domain/values.ts';

/** What can be restored after it was deleted. */
export const DELETABLE_KINDS = ['order', 'product', 'purchase_order', 'shipment'] as const;

export const deletableKind = z.enum(DELETABLE_KINDS, 'Choose one of order, product, purchase_order, shipment');

export type DeletableKind = z.infer<typeof deletableKind>;

/** Days a deleted record can be restored. */
export const RESTORE_DAYS = 30;

const anyRecord = z.object({
  id: objectId,
  _id: objectId,
  kind: deletableKind,
  /** The product's name, or the record's number. */
  name: z.string(),
  /** Category, customer, supplier, or the order's number. */
  detail: z.string(),
  deletedAt: timestamp,
  /** The product's category was deleted as well: restoring it needs another one. */
  needsCategory: z.boolean(),
});

export const deletedRecord = hidden(anyRecord, 'see_names', (record) => {
  const { kind, detail } = record as z.infer<typeof anyRecord>;
  return { ...Object(record), detail: kind === 'order' && detail ? DOTS : detail };
});

export type DeletedRecord = z.infer<typeof deletedRecord>;

export const deletedQuery = z.object({
  ...paging,
  kind: deletableKind.default('order').meta({ description: 'What kind of record was deleted' }),
});

export type DeletedQuery = z.infer<typeof deletedQuery>;

/** `category`: for a product whose own is gone. */
export const restoration = z.object({ kind: deletableKind, id: objectId, category: line(80).optional() });

export type Restoration = z.infer<typeof restoration>;

export const restoredRecord = restoration.pick({ kind: true, id: true });
