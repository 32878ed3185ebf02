import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { ImportCheck } from '#domain/catalog/contract.ts';
import { photoColor } from '#domain/products/contract.ts';
import { productFacts } from '#domain/products/fact-fields.ts';
import { PRODUCT_TEXTS, shownTexts } from '#domain/shown-texts/shown-fields.ts';
import { UNUSABLE_IN_TEXT } from '#domain/text.ts';
import { rupees, timestamp } from '#domain/values.ts';
import { listCategories } from '#server/catalog/categories.ts';
import { callFunction, toColumns } from '#server/database/calls.ts';
import { type ShopDatabase, supabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import { refusedPhotos } from '#server/photos/own-photos.ts';
import { secrets } from '#server/secrets.ts';
import { checkShownTexts } from '#server/settings/shown-contacts.ts';
import { stockWarning } from './changes.ts';
import { readCell } from './drafts.ts';
import { type ImportPlan, planImport } from './plan.ts';
import { type CatalogFile, readCatalogFile } from './read-file.ts';

/** A file of thousands takes longer than a request of one. Below what a function may take. */
const TIMEOUT_MS = 55_000;

const knownProducts = z.object({
  count: z.int(),
  products: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      category: z
        .string()
        .nullable()
        .transform((slug) => slug ?? ''),
      price: rupees,
      originalPrice: rupees.nullable(),
      isAvailable: z.boolean(),
      isNew: z.boolean(),
      isFeatured: z.boolean(),
      material: z.string(),
      ...productFacts.shape,
      noReturnReason: z.string(),
      colors: z.array(z.string()),
      sizes: z.array(z.string()),
      description: z.string(),
      images: z.array(z.string()),
      photoColors: z.array(photoColor),
      wornImages: z.array(z.string()),
      stockQuantity: z.int(),
      updatedAt: timestamp,
      archivedAt: z.string().nullable(),
      variants: z.array(
        z.object({ color: z.string(), size: z.string(), sku: z.string(), stockQuantity: z.int(), isArchived: z.boolean() }),
      ),
    }),
  ),
});

/** What a file would do, without doing it. @throws ApiError `validation_failed` for a file that is no table of products */
export async function checkCatalogFile(db: ShopDatabase, file: File): Promise<ImportCheck> {
  const { plan, table, fingerprint } = await planOf(db, file);
  return { rows: plan.rows, notes: table.notes, warning: stockWarning(plan.rows, table.columns), fingerprint };
}

/**
 * Does what the dry run said, all or nothing.
 * @throws ApiError `owner_only` for somebody else's number, `catalogue_changed` when it would do something else by now, `validation_failed` when a row is refused
 */
export async function importCatalog(
  db: ShopDatabase,
  { file, fingerprint }: { file: File; fingerprint: string },
  staff: { id: string; isOwner: boolean },
) {
  const { plan, count, fingerprint: now } = await planOf(db, file);
  if (now !== fingerprint) throw new ApiError('catalogue_changed');
  const refused = plan.rows.filter(({ status }) => status === 'refused').length;
  if (refused > 0) throw new ApiError('validation_failed', { message: `${refused} rows are refused: put them right first` });
  if (plan.entries.length === 0) return { products: 0 };
  const texts = plan.entries.flatMap(({ fields }) => shownTexts(fields, PRODUCT_TEXTS));
  await checkShownTexts(db, staff, texts, false);

  const entries = plan.entries.map(({ id, expectedVersion, fields, stockSeen }) => ({
    id,
    expectedVersion,
    fields: toColumns(fields),
    stockSeen,
  }));
  const patient = supabase(secrets.SUPABASE_SECRET_KEY, TIMEOUT_MS);
  const products = await callFunction(patient, 'import_products', { entries, known: count, actor: staff.id }, z.int()).catch(
    (cause: unknown) => {
      // The plan was right a moment ago: what is refused now has moved since.
      if (cause instanceof ApiError && cause.status < 500 && cause.status !== 403 && cause.code !== 'catalogue_changed')
        throw new ApiError('catalogue_changed', { message: `The catalogue changed meanwhile: ${cause.message}`, cause });
      throw cause;
    },
  );
  return { products };
}

interface Planned {
  plan: ImportPlan;
  table: CatalogFile;
  /** How many products there ever were. */
  count: number;
  /** The same for the same file as long as it would do the same. */
  fingerprint: string;
}

async function planOf(db: ShopDatabase, file: File): Promise<Planned> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const table = readCatalogFile(bytes);
  const [found, categories] = await Promise.all([findProducts(db, table), listCategories(db, { includeInactive: true })]);
  const { count, products } = found;
  const shown = new Set(products.flatMap(({ images }) => images));
  const added = new Set(
    table.rows
      .flatMap(({ cells }) => cells.Images?.split(/\s+/) ?? [])
      .filter((address) => address && isStorable(address) && !shown.has(address)),
  );
  const known = { products, categories, refusedPhotos: await refusedPhotos(db, [...added]) };
  const plan = planImport(table, known);
  const fingerprint = createHash('sha256').update(bytes).update(JSON.stringify(plan)).digest('base64url');
  return { plan, table, count, fingerprint };
}

/** What Postgres cannot keep, nothing there is called. Its row says so (`cellComplaint`). */
function isStorable(text: string): boolean {
  return !UNUSABLE_IN_TEXT.test(text);
}

function findProducts(db: ShopDatabase, { rows }: CatalogFile) {
  const distinct = (values: (string | undefined)[]) => [
    ...new Set(values.map((value) => readCell(value ?? '')).filter((text) => text && isStorable(text))),
  ];
  const args = {
    product_ids: distinct(rows.map(({ cells }) => cells['Product ID']?.toLowerCase())),
    skus: distinct(rows.map(({ cells }) => cells.SKU?.toUpperCase())),
    names: distinct(rows.filter(({ cells }) => !cells['Product ID']).map(({ cells }) => cells.Name)),
  };
  return callFunction(db, 'find_products', args, knownProducts);
}
