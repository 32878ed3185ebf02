import * as z from 'zod';
import { paging, sorting } from '#domain/lists.ts';
import { line, searchText, text } from '#domain/text-fields.ts';
import { objectId, period, timestamp } from '#domain/values.ts';
import { sku, variantName } from '#domain/variants/contract.ts';

/** More than any shop stocks, far less than the database can count. */
export const MAX_UNITS = 100_000;

/** Why stock changed, in the order in which lists sort them. */
export const STOCK_CHANGE_KINDS = ['purchase', 'sale', 'adjustment', 'return', 'damage', 'transfer'] as const;

export const stockChangeKind = z.enum(STOCK_CHANGE_KINDS);

export type StockChangeKind = z.infer<typeof stockChangeKind>;

/** Whole pieces, with a message of its own for a missing number. */
export function units(min: number, missing: string) {
  return z
    .int({ error: ({ input }) => (typeof input === 'number' ? 'Quantity must be a whole number' : missing) })
    .min(min, missing)
    .max(MAX_UNITS, `At most ${MAX_UNITS.toLocaleString('en')} pieces`);
}

/** The kinds of change that staff make by hand. */
export const MANUAL_STOCK_CHANGES = ['adjustment', 'purchase', 'return', 'damage'] as const satisfies readonly StockChangeKind[];

/** A stock adjustment by hand. `adjustment` sets the exact stock; the others add or take away. */
export const stockAdjustment = z
  .object({
    productId: objectId,
    ...variantName,
    transactionType: z.enum(MANUAL_STOCK_CHANGES),
    quantity: units(0, 'Please enter quantity'),
    notes: text(500).default(''),
  })
  .refine(({ transactionType, quantity }) => transactionType === 'adjustment' || quantity !== 0, {
    path: ['quantity'],
    message: 'Please enter quantity',
  });

export type StockAdjustment = z.infer<typeof stockAdjustment>;

export const stockRecord = z.object({
  id: objectId,
  _id: objectId,
  productId: objectId,
  productName: z.string(),
  /** The choice the pieces are of; empty where they are not counted by it. */
  color: z.string().default(''),
  size: z.string().default(''),
  sku: z.string().default(''),
  transactionType: stockChangeKind,
  /** Pieces added, or removed when negative. */
  quantity: z.int(),
  previousStock: z.int(),
  newStock: z.int(),
  /** What the choice had afterwards. */
  variantStock: z.int(),
  /** The number of the order or delivery; null for manual changes. */
  referenceNumber: z.string().nullable(),
  notes: z.string(),
  createdAt: timestamp,
  /** The staff member's user name; null for shoppers' orders. */
  actorName: z.string().nullable(),
});

export type StockRecord = z.infer<typeof stockRecord>;

export const STOCK_HISTORY_SORT_KEYS = ['createdAt', 'transactionType', 'quantity'] as const;

export const stockQuery = z.object({
  ...paging,
  productId: objectId.optional().meta({ description: 'The id of a product' }),
  transactionType: stockChangeKind.optional().meta({ description: 'Only stock that changed for this reason' }),
  reference: searchText(40)
    .overwrite((typed) => typed.toUpperCase())
    .optional()
    .meta({
      description: 'Only what was booked under this number: of a count, an order, or a purchase order with its receipts',
    }),
  ...period.shape,
  ...sorting(STOCK_HISTORY_SORT_KEYS, 'createdAt', 'desc'),
});

export type StockQuery = z.infer<typeof stockQuery>;

export const STOCK_LEVEL_SORT_KEYS = ['name', 'category', 'stockQuantity'] as const;

/** The filters of the stock levels. */
export const stockLevelQuery = z.object({
  ...paging,
  /** Part of the name or of an SKU. A piece with exactly this SKU comes first. */
  search: searchText(200).optional().meta({ description: 'Part of what people know it by: a name, a number, a phone' }),
  category: line(80).optional().meta({ description: 'The slug of a category' }),
  /** `low`: some choice is at or below the warning level; `out`: some choice is out of stock for shoppers. */
  stock: z.enum(['low', 'out']).optional().meta({ description: 'Only what is low, or out of stock' }),
  ...sorting(STOCK_LEVEL_SORT_KEYS, 'name', 'asc'),
});

export type StockLevelQuery = z.infer<typeof stockLevelQuery>;

/** Pieces of a choice that its product no longer offers: in the books, and not for sale. */
export const leftOver = z.object({
  /** The choice's id. */
  id: objectId,
  productId: objectId,
  productName: z.string(),
  image: z.string(),
  color: z.string(),
  size: z.string(),
  sku: z.string(),
  stockQuantity: z.int(),
});

export type LeftOver = z.infer<typeof leftOver>;

export const stockStats = z.object({
  totalRecords: z.int(),
  /** Pieces added and removed. */
  totalIn: z.int(),
  totalOut: z.int(),
  /** Changes and net pieces of each kind. */
  byType: z.record(stockChangeKind, z.object({ count: z.int(), quantity: z.int() })),
});

/** The most variants in one stock count. */
export const MAX_COUNTED = 500;

/** Pieces counted by hand, each variant with the stock that was in the books then. */
export const stockCountPayload = z.object({
  items: z
    .array(
      z.object({
        sku,
        counted: units(0, 'Enter how many there are'),
        stockSeen: units(0, 'Enter the stock in the books'),
      }),
    )
    .min(1, 'Count something first')
    .max(MAX_COUNTED, `At most ${MAX_COUNTED} at once`)
    .refine((items) => new Set(items.map((item) => item.sku)).size === items.length, 'Each of them only once'),
  notes: text(500).default(''),
});

export type StockCountPayload = z.infer<typeof stockCountPayload>;

/** A stock count that was booked, with the changes it made. */
export const stockCount = z.object({
  id: objectId,
  _id: objectId,
  /** The reference of its changes. */
  countNumber: z.string(),
  createdAt: timestamp,
  items: z.array(stockRecord),
});

export type StockCount = z.infer<typeof stockCount>;
