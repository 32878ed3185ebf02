import type { PageQuery, ProductQuery, ProductSearch } from '#shared/schemas/product.ts';
import { type Answer, callFunction, read, readPage } from '../database.ts';
import { ApiError } from '../http/api-error.ts';
import type { Call } from '../http/operation.ts';
import type { Database } from '../supabase.ts';

/** PostgREST gives no more rows than this at once, hosted as embedded. */
const MOST_ROWS = 1000;

const SHELF_SIZE = 24;

const COLUMNS = { name: 'name', price: 'price', rating: 'rating', createdAt: 'created_at' } as const;

/** Products with filters, sorting and paging; without any parameter the whole catalogue, up to 1,000. */
export function listProducts({ db, query }: Call<unknown, ProductQuery>) {
  const asksForAll = Object.values(query).every((value) => value === undefined);
  const paging = { page: query.page ?? 1, limit: query.limit ?? (asksForAll ? MOST_ROWS : 20) };
  return readPage(() => filtered(db, query), paging);
}

/** Products that match every word, best match first. */
export function searchProducts({ db, query }: Call<unknown, ProductSearch>) {
  return readPage(() => filtered(db, { search: query.q }), query);
}

export function listCategoryProducts({ db, params, query }: Call<unknown, PageQuery, { slug: string }>) {
  return readPage(() => filtered(db, { category: params.slug }), query);
}

export async function listFeaturedProducts({ db }: Call) {
  return read(filtered(db, { featured: true }).limit(SHELF_SIZE));
}

export async function listNewProducts({ db }: Call) {
  return read(filtered(db, { isNew: true }).limit(SHELF_SIZE));
}

export async function listBestsellers({ db }: Call) {
  return callFunction(db, 'bestselling_products', { most: SHELF_SIZE });
}

/** @throws ApiError 404 `product_not_found`, also for an archived one */
export async function getProduct({ db, params }: Call<unknown, unknown, { id: string }>) {
  const product = await read(onSale(db).eq('id', params.id).maybeSingle());
  if (!product) throw new ApiError(404, 'product_not_found', 'Product not found');
  return product;
}

/** A query for products, whichever of the three sources it reads. */
interface Shelf extends PromiseLike<Answer<unknown>> {
  eq(column: string, value: string | boolean): Shelf;
  order(column: string, options?: { ascending: boolean }): Shelf;
  limit(count: number): Shelf;
  range(from: number, to: number): Shelf;
}

/** Every filter is one condition; a search and a list by sales come from the database in their own order. */
function filtered(db: Database, filters: ProductQuery): Shelf {
  let shelf = source(db, filters);
  if (filters.category) shelf = shelf.eq('category', filters.category);
  if (filters.inStock !== undefined) shelf = shelf.eq('in_stock', filters.inStock);
  if (filters.featured !== undefined) shelf = shelf.eq('is_featured', filters.featured);
  if (filters.isNew !== undefined) shelf = shelf.eq('is_new', filters.isNew);
  return sorted(shelf, filters);
}

function onSale(db: Database) {
  return db.from('products').select('*', { count: 'exact' }).is('archived_at', null);
}

function source(db: Database, { search, sortBy }: ProductQuery): Shelf {
  if (search) return db.rpc('search_products', { typed: search }, { count: 'exact' });
  if (sortBy === 'sold') return db.rpc('bestselling_products', {}, { count: 'exact' });
  return onSale(db);
}

function sorted(shelf: Shelf, { search, sortBy, sortOrder }: ProductQuery): Shelf {
  if (sortBy === 'sold' || (search && !sortBy)) return shelf;
  const ascending = sortOrder ? sortOrder === 'asc' : sortBy === 'name' || sortBy === 'price';
  return shelf.order(COLUMNS[sortBy ?? 'createdAt'], { ascending }).order('id');
}
