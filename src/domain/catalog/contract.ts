import * as z from 'zod';
import { refusal } from '#domain/failures.ts';
import { photoColor } from '#domain/products/contract.ts';
import { factFields } from '#domain/products/fact-fields.ts';
import { line } from '#domain/text-fields.ts';
import { objectId, timestamp } from '#domain/values.ts';
import { sku } from '#domain/variants/contract.ts';
import { expectedVersion } from '#domain/versions.ts';

/** Products in one bulk change: more than a shop of this kind sells. */
export const MAX_PRODUCTS_AT_ONCE = 2_000;

/** What prices can be rounded to, in rupees. */
export const PRICE_STEPS = [1, 10, 50, 100] as const;

const roundTo = z.literal(PRICE_STEPS).optional();

/** A new price for many products: the same for all, or the old one raised or lowered. The server computes it. */
export const priceChange = z.union([
  z.strictObject({ set: z.number('Enter a number').positive('Must be above 0').max(10_000_000, 'At most 10,000,000'), roundTo }),
  z.strictObject({ percent: z.number('Enter a number').min(-95, 'At least -95').max(500, 'At most 500'), roundTo }),
]);

export type PriceChange = z.infer<typeof priceChange>;

const someOccasions = factFields.occasions.min(1, 'Choose at least one');

/** Occasions that many products get, or that they lose. */
const occasionsChange = z.union([z.strictObject({ add: someOccasions }), z.strictObject({ remove: someOccasions })]);

const sharedChange = z
  .strictObject({
    /** The slug of an existing category. */
    category: line(80),
    isAvailable: z.boolean(),
    isNew: z.boolean(),
    isFeatured: z.boolean(),
    price: priceChange,
    occasions: occasionsChange,
    plating: factFields.plating,
    baseMetal: factFields.baseMetal,
    isNickelFree: factFields.isNickelFree,
    care: factFields.care,
  })
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'Nothing to change');

/** Products, each at the version the editor saw. */
const versionedProducts = z
  .array(z.object({ id: objectId, updatedAt: expectedVersion.optional() }))
  .min(1, 'Required')
  .max(MAX_PRODUCTS_AT_ONCE, `At most ${MAX_PRODUCTS_AT_ONCE.toLocaleString('en')} at once`)
  .refine((products) => new Set(products.map(({ id }) => id)).size === products.length, 'Each product once');

export type VersionedProducts = z.infer<typeof versionedProducts>;

/** One change for many products. */
export const productChanges = z.object({ products: versionedProducts, change: sharedChange });

export type SharedChange = z.infer<typeof sharedChange>;

/** Products to take off sale. */
export const archivedProducts = z.object({ products: versionedProducts });

export type ProductChanges = z.infer<typeof productChanges>;

/** What became of one of many products: changed, or why not. */
export const productOutcome = z.object({ id: objectId, refusal: refusal.nullable() });

export type ProductOutcome = z.infer<typeof productOutcome>;

/** Each product's outcome, and what undoes the change for a minute; null when nothing was changed. */
export const changedProducts = z.object({ undoId: z.uuid().nullable(), outcomes: z.array(productOutcome) });

export type ChangedProducts = z.infer<typeof changedProducts>;

export const undoneChange = z.object({ undoId: z.uuid('Not a valid id') });

/** Rows of a file of products. */
export const MAX_IMPORT_ROWS = 10_000;

const csvFile = z.file('Choose a file');

/** A form with a file of products. */
export const catalogFile = z.object({ file: csvFile });

/** The same, after its dry run. */
export const catalogImport = z.object({
  file: csvFile,
  fingerprint: z.string('Check the file first').min(1, 'Check the file first').max(100),
});

export const IMPORT_ROW_STATUSES = ['new', 'changed', 'unchanged', 'refused'] as const;

export type ImportRowStatus = (typeof IMPORT_ROW_STATUSES)[number];

/** What an import does with one row: the cells that change, or why it is refused. `line` counts the lines of the file, the heading being the first. */
export const importRow = z.object({
  line: z.int(),
  status: z.enum(IMPORT_ROW_STATUSES),
  /** The product's name, and size and colour where pieces are counted by them. */
  product: z.string(),
  choice: z.string(),
  changes: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
  problems: z.array(z.object({ column: z.string(), message: z.string() })),
});

export type ImportRow = z.infer<typeof importRow>;

/** What an import would do, and the mark of exactly that. */
export const importCheck = z.object({
  rows: z.array(importRow),
  /** How the file was read, where it is not as the shop writes it. */
  notes: z.array(z.string()),
  /** What somebody should know before importing it: which stock a file sets that does not say what it saw. Empty for nothing. */
  warning: z.string(),
  fingerprint: z.string(),
});

export type ImportCheck = z.infer<typeof importCheck>;

/** How many products an import added or changed. */
export const importResult = z.object({ products: z.int() });

/** Photos looked for at once. */
const MAX_SKUS = 1_000;

export const photoTargetQuery = z.object({
  skus: z
    .array(sku)
    .min(1, 'Required')
    .max(MAX_SKUS, `At most ${MAX_SKUS.toLocaleString('en')} at once`),
});

/** The product that photos named by this SKU belong to, and the file names of those it shows already. */
export const photoTarget = z.object({
  sku: z.string(),
  color: z.string(),
  productId: objectId,
  name: z.string(),
  images: z.array(z.string()),
  photoColors: z.array(photoColor),
  fileNames: z.array(z.string()),
  updatedAt: timestamp,
});

export type PhotoTarget = z.infer<typeof photoTarget>;
