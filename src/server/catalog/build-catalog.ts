import * as z from 'zod';
import { type Category, category } from '#domain/categories/contract.ts';
import { type Product, product } from '#domain/products/contract.ts';
import { type Partners, partnersOf } from '#domain/products/partners.ts';
import { type Review, review } from '#domain/reviews/contract.ts';
import { trueFigures } from '#domain/settings/contract.ts';
import { menuOf } from '#domain/shelves/menu.ts';
import { categoriesTogether } from '#domain/shelves/together.ts';
import { type Answer, callFunction, read } from '#server/database/calls.ts';
import { publicSupabase } from '#server/database/client.ts';
import { PRODUCT_COLUMNS } from '#server/database/product-columns.ts';
import { REVIEW_COLUMNS } from '#server/database/review-columns.ts';
import { parseEnv } from '#server/parse-env.ts';

/** The catalogue that pages are built from: read once per build, with the publishable key. */
const db = publicSupabase();

const { SHOP_READ_AT, SHOP_MAY_BE_EMPTY } = parseEnv(
  z.object({
    SHOP_READ_AT: z.iso.datetime(),
    /** A new shop goes online before its first product. Later an empty catalogue is a mistake. */
    SHOP_MAY_BE_EMPTY: z.enum(['yes', 'no']).default('no'),
  }),
);

/** Everything is read after this time (settings first), so all earlier changes are in the pages. */
export const builtAt = SHOP_READ_AT;

/** PostgREST silently stops at this many rows, so larger tables are read in chunks. */
const CHUNK_SIZE = 1000;

/** Every product on sale, newest first. */
export const allProducts = once(async (): Promise<Product[]> => {
  const rows = await readAll('products', product, () => db.from('products').select(PRODUCT_COLUMNS));
  return notEmpty('products', rows).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || a.id.localeCompare(b.id));
});

/** Active categories in the order staff gave them, with the number of products in each. */
export const allCategories = once(async (): Promise<Category[]> => {
  const rows = await read(db.from('categories_with_counts').select('*').order('order').order('name'), z.array(category));
  return notEmpty('categories', rows);
});

/** Published reviews by product id, newest first. */
export const reviewsByProduct = once(async (): Promise<Map<string, Review[]>> => {
  const rows = await readAll('reviews', review, () => db.from('reviews').select(REVIEW_COLUMNS));
  return Map.groupBy(
    rows.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)),
    ({ productId }) => productId,
  );
});

const idRow = z.object({ id: z.string() });

/** Product ids, best sellers first. */
export const bestsellerIds = once(async (): Promise<string[]> => {
  const rows = await read(db.rpc('bestselling_products').select('id').limit(CHUNK_SIZE), z.array(idRow));
  return rows.map(({ id }) => id);
});

/** What goes well with products that have such: what staff picked, and what is bought together. */
export const productPartners = once(async (): Promise<Partners> => {
  const [products, together] = await Promise.all([
    allProducts(),
    callFunction(db, 'bought_together', {}, z.record(z.string(), z.array(z.string()))),
  ]);
  return partnersOf(products, together);
});

/** The categories that go with each one, by its slug. */
export const goesWithCategories = once(async (): Promise<Map<string, Category[]>> => {
  const [products, partners, categories] = await Promise.all([allProducts(), productPartners(), allCategories()]);
  const known = new Map(categories.map((each) => [each.slug, each]));
  const shown = products.filter((piece) => known.has(piece.category));
  const together = categoriesTogether(shown, partners);
  return new Map([...together].map(([slug, others]) => [slug, others.flatMap((other) => known.get(other) ?? [])]));
});

/** What the menus of every page show. */
export const shopMenu = once(async () => menuOf(await allCategories(), await allProducts()));

/** What the shop’s claims say because it is so. */
export const claimedFigures = once(() => callFunction(db, 'claimed_figures', {}, trueFigures));

/**
 * Reads a whole table by key.
 * @throws Error when fewer rows came than the database counts, so that no incomplete catalogue goes online
 */
async function readAll<Schema extends z.ZodType<{ id: string }>>(
  table: 'products' | 'reviews',
  row: Schema,
  allRows: () => Readable,
): Promise<z.output<Schema>[]> {
  const before = await countAll(table);
  const rows: z.output<Schema>[] = [];
  let chunk: z.output<Schema>[];
  do {
    const last = rows.at(-1)?.id ?? '';
    chunk = await read(allRows().gt('id', last).order('id').limit(CHUNK_SIZE), z.array(row));
    rows.push(...chunk);
  } while (chunk.length === CHUNK_SIZE);

  // Rows may have been added or removed meanwhile.
  const count = Math.min(before, await countAll(table));
  if (rows.length < count) throw new Error(`Only ${rows.length} of ${count} ${table} could be read`);
  return rows;
}

/** A query of a table with the column `id`. */
interface Readable {
  gt(column: 'id', value: string): { order(column: 'id'): { limit(count: number): PromiseLike<Answer<unknown>> } };
}

async function countAll(table: 'products' | 'reviews'): Promise<number> {
  const { count, error } = await db.from(table).select('id', { count: 'exact', head: true });
  if (error || count === null) throw new Error(`The ${table} could not be counted: ${error?.message}`, { cause: error });
  return count;
}

function notEmpty<Row>(table: string, rows: Row[]): Row[] {
  if (rows.length > 0 || SHOP_MAY_BE_EMPTY === 'yes') return rows;
  throw new Error(`The shop has no ${table}. If that is so, set SHOP_MAY_BE_EMPTY=yes for this build`);
}

function once<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= load();
    return result;
  };
}
