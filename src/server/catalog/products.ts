import type { PageQuery } from '#domain/lists.ts';
import { readWishes } from '#domain/product-search/read-wishes.ts';
import { wanted } from '#domain/product-search/understand.ts';
import { type Wishes, wordsAlone } from '#domain/product-search/wishes.ts';
import { type ProductQuery, type ProductSearch, type ProductSortKey, product } from '#domain/products/contract.ts';
import { type Answer, callPage, read, readPage, run } from '#server/database/calls.ts';
import type { Column, ShopDatabase } from '#server/database/client.ts';
import { PRODUCT_COLUMNS } from '#server/database/product-columns.ts';
import { ApiError } from '#server/errors.ts';
import { understandSearch } from './understand-search.ts';

/** PostgREST returns no more rows at once. */
const MAX_ROWS = 1000;

/** Products in the lists of featured, new and bestselling ones. */
const HIGHLIGHT_COUNT = 24;

/** Pieces sold are counted, and names sorted, by an SQL function; everything else is a column. */
const SORT_COLUMNS: Partial<Record<ProductSortKey, Column<'products'>>> = {
  price: 'price',
  rating: 'rating',
  createdAt: 'created_at',
};

/** Products with filters, sorting and paging; without any parameter the whole catalogue, up to 1,000. */
export function listProducts(db: ShopDatabase, query: ProductQuery) {
  const asksForAll = Object.values(query).every((value) => value === undefined);
  const paging = { page: query.page ?? 1, limit: query.limit ?? (asksForAll ? MAX_ROWS : 20) };
  if (query.search) return findProducts(db, query.search, query, paging);
  if (isNarrowed(query) || paging.limit > MAX_ROWS) return callPage(db, 'list_products', listArgs(query), paging, product);
  return readPage(() => filteredProducts(db, query), paging, product);
}

/** Products that match every word or what it means, best match first. */
export function searchProducts(db: ShopDatabase, { q, ...paging }: ProductSearch) {
  return findProducts(db, q, {}, paging);
}

export function listCategoryProducts(db: ShopDatabase, slug: string, paging: PageQuery) {
  return callPage(db, 'list_products', listArgs({ category: slug }), paging, product);
}

export function listFeaturedProducts(db: ShopDatabase) {
  return read(filteredProducts(db, { featured: true }).limit(HIGHLIGHT_COUNT), product.array());
}

export function listNewProducts(db: ShopDatabase) {
  return read(filteredProducts(db, { isNew: true }).limit(HIGHLIGHT_COUNT), product.array());
}

export async function listBestsellers(db: ShopDatabase) {
  return (await callPage(db, 'list_products', listArgs({ sortBy: 'sold' }), { page: 1, limit: HIGHLIGHT_COUNT }, product)).items;
}

/** @throws ApiError `product_not_found`, also for an archived one */
export function getProduct(db: ShopDatabase, id: string) {
  return requireProduct(productsOnSale(db).eq('id', id).maybeSingle());
}

/** Runs an update of one product, and reads it afterwards: not every Data API computes columns of what it updated. @throws ApiError `product_not_found` */
export async function updateProduct(db: ShopDatabase, id: string, update: PromiseLike<Answer<unknown>>) {
  if (!(await run(update))) throw new ApiError('product_not_found');
  return requireProduct(db.from('products').select(PRODUCT_COLUMNS).eq('id', id).maybeSingle());
}

async function requireProduct(query: PromiseLike<Answer<unknown>>) {
  const found = await read(query, product.nullable());
  if (!found) throw new ApiError('product_not_found');
  return found;
}

function filteredProducts(db: ShopDatabase, { inStock, featured, isNew, sortBy, sortOrder }: ProductQuery) {
  let products = productsOnSale(db);
  if (inStock !== undefined) products = products.eq('in_stock', inStock);
  if (featured !== undefined) products = products.eq('is_featured', featured);
  if (isNew !== undefined) products = products.eq('is_new', isNew);
  const column = (sortBy && SORT_COLUMNS[sortBy]) ?? 'created_at';
  return products.order(column, { ascending: isAscending({ sortBy, sortOrder }) }).order('id');
}

function productsOnSale(db: ShopDatabase) {
  return db.from('products').select(PRODUCT_COLUMNS, { count: 'exact' }).is('archived_at', null);
}

/** A search is sorted by relevance unless asked otherwise. The prices and sizes in its words narrow it down as filters do. */
async function findProducts(db: ShopDatabase, typed: string, filters: ProductQuery, paging: PageQuery) {
  const { text, isExact, ...wishes } = filters.exact ? { ...wordsAlone(typed), isExact: true } : readWishes(typed);
  const sorting = { sort_by: filters.sortBy ?? null, ascending: isAscending(filters) };
  const args = { ...filterArgs(withWishes(filters, wishes)), ...sorting };
  if (!text) return callPage(db, 'list_products', args, paging, product);
  const meant = isExact ? [] : wanted(await understandSearch(db, text));
  return callPage(db, 'search_products', { typed: text, meant, ...args }, paging, product);
}

function withWishes(filters: ProductQuery, { minPrice, maxPrice, sizes }: Omit<Wishes, 'text' | 'isExact'>): ProductQuery {
  const both = (pick: (...prices: number[]) => number, one: number | null | undefined, other: number | null) =>
    pick(...[one, other].filter((price) => typeof price === 'number'));
  const [min, max] = [both(Math.max, filters.minPrice, minPrice), both(Math.min, filters.maxPrice, maxPrice)];
  return {
    ...filters,
    ...(Number.isFinite(min) && { minPrice: min }),
    ...(Number.isFinite(max) && { maxPrice: max }),
    ...(sizes.length > 0 && !filters.size && { size: sizes }),
  };
}

function listArgs(query: ProductQuery) {
  return { ...filterArgs(query), sort_by: query.sortBy ?? 'createdAt', ascending: isAscending(query) };
}

function filterArgs({ category, inStock, featured, isNew, ...narrowed }: ProductQuery) {
  const switches = { category: category || null, in_stock: inStock ?? null, featured: featured ?? null, is_new: isNew ?? null };
  return { ...switches, ...narrowing(narrowed) };
}

/** What only SQL functions filter by; one of several values is enough. */
function narrowing({ minPrice, maxPrice, nickelFree, occasion, color, size }: ProductQuery) {
  return {
    min_price: minPrice ?? null,
    max_price: maxPrice ?? null,
    occasions: occasion ?? null,
    colors: color ?? null,
    sizes: size ?? null,
    nickel_free: nickelFree ?? null,
  };
}

/** Whether an SQL function finds and sorts them: it knows old slugs of categories, the order of letters, and what was sold. */
function isNarrowed(query: ProductQuery): boolean {
  if (query.category || query.sortBy === 'name' || query.sortBy === 'sold') return true;
  return Object.values(narrowing(query)).some((value) => value !== null);
}

/** Names and prices rise unless asked otherwise, everything else falls. */
function isAscending({ sortBy, sortOrder }: Pick<ProductQuery, 'sortBy' | 'sortOrder'>): boolean {
  return sortOrder ? sortOrder === 'asc' : sortBy === 'name' || sortBy === 'price';
}
