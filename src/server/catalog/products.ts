import { callFunction, callPage, read, readPage } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import type { Call } from '#server/http/operation.ts';
import type { PageQuery, ProductQuery, ProductSearch } from '#shared/schemas/products.ts';

/** PostgREST gives no more rows than this at once, hosted as embedded. */
const MOST_ROWS = 1000;

const SHELF_SIZE = 24;

const COLUMNS = { name: 'name', price: 'price', rating: 'rating', createdAt: 'created_at' } as const;

/** Products with filters, sorting and paging; without any parameter the whole catalogue, up to 1,000. */
export function listProducts({ db, query }: Call<unknown, ProductQuery>) {
  const asksForAll = Object.values(query).every((value) => value === undefined);
  const paging = { page: query.page ?? 1, limit: query.limit ?? (asksForAll ? MOST_ROWS : 20) };
  if (query.search) return found(db, query.search, query, paging);
  if (query.sortBy === 'sold') return callPage(db, 'bestseller_page', switches(query), paging);
  return readPage(() => shelf(db, query), paging);
}

/** Products that match every word, best match first. */
export function searchProducts({ db, query }: Call<unknown, ProductSearch>) {
  return found(db, query.q, {}, query);
}

export function listCategoryProducts({ db, params, query }: Call<unknown, PageQuery, { slug: string }>) {
  return readPage(() => shelf(db, { category: params.slug }), query);
}

export async function listFeaturedProducts({ db }: Call) {
  return read(shelf(db, { featured: true }).limit(SHELF_SIZE));
}

export async function listNewProducts({ db }: Call) {
  return read(shelf(db, { isNew: true }).limit(SHELF_SIZE));
}

export async function listBestsellers({ db }: Call) {
  return callFunction(db, 'bestselling_products', { most: SHELF_SIZE });
}

/** @throws ApiError 404 `product_not_found`, also for an archived one */
export async function getProduct({ db, params }: Call<unknown, unknown, { id: string }>) {
  const product = await read(onSale(db).eq('id', params.id).maybeSingle());
  if (!product) throw new ApiError('product_not_found');
  return product;
}

/** Products on sale, every filter one condition. */
function shelf(db: ShopDatabase, filters: ProductQuery) {
  let products = onSale(db);
  if (filters.category) products = products.eq('category', filters.category);
  if (filters.inStock !== undefined) products = products.eq('in_stock', filters.inStock);
  if (filters.featured !== undefined) products = products.eq('is_featured', filters.featured);
  if (filters.isNew !== undefined) products = products.eq('is_new', filters.isNew);
  const { column, ascending } = sorting(filters);
  return products.order(column, { ascending }).order('id');
}

function onSale(db: ShopDatabase) {
  return db.from('products').select('*', { count: 'exact' }).is('archived_at', null);
}

/** A search is sorted by how well it matches unless something else is asked for; by sales it cannot be. */
function found(db: ShopDatabase, typed: string, filters: ProductQuery, paging: PageQuery) {
  const sortBy = filters.sortBy === 'sold' ? null : (filters.sortBy ?? null);
  const sorted = { sort_by: sortBy, ascending: sorting(filters).ascending };
  return callPage(db, 'search_products', { typed, ...switches(filters), ...sorted }, paging);
}

function switches({ category, inStock, featured, isNew }: ProductQuery) {
  return { category: category || null, in_stock: inStock ?? null, featured: featured ?? null, is_new: isNew ?? null };
}

function sorting({ sortBy, sortOrder }: ProductQuery) {
  const ascending = sortOrder ? sortOrder === 'asc' : sortBy === 'name' || sortBy === 'price';
  return { column: sortBy && sortBy !== 'sold' ? COLUMNS[sortBy] : 'created_at', ascending };
}
