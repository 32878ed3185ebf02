import * as z from 'zod';
import { listFilters } from '#admin/kit/list-filters.ts';
import { callStaffApi, callStaffApiPage } from '#admin/platform/staff-api.ts';
import type { NewProduct } from '#shared/schemas/product-edit.ts';
import { type Product, product, productQuery } from '#shared/schemas/products.ts';
import { valuesOf } from './product-values.ts';

export const productFilters = listFilters(productQuery, { page: 1, sortBy: 'createdAt', sortOrder: 'desc' });

export type ProductFilters = typeof productFilters.defaults;

/** The changed fields, with the version and the stock the form showed. */
export type ProductChanges = Partial<NewProduct> & { updatedAt: string; stockSeen?: number };

export function fetchProducts(filters: ProductFilters & { limit: number }, signal?: AbortSignal) {
  return callStaffApiPage('/products', { query: filters, schema: z.array(product), signal });
}

export function fetchProduct(id: string, signal?: AbortSignal): Promise<Product> {
  return callStaffApi('GET', `/products/${encodeURIComponent(id)}`, { schema: product, signal });
}

export function postProduct(fields: NewProduct): Promise<Product> {
  return callStaffApi('POST', '/products', { body: fields, schema: product });
}

export function putProduct(id: string, changes: ProductChanges): Promise<Product> {
  return callStaffApi('PUT', `/products/${id}`, { body: changes, schema: product });
}

export function deleteProduct(id: string): Promise<Product> {
  return callStaffApi('DELETE', `/products/${id}`, { schema: product });
}

/** How much the clocks of this browser and the server may differ. */
const CLOCK_SKEW_MS = 300_000;

/**
 * Creates a product from a draft, unless an earlier attempt did so and its answer was lost: then the product has the draft's
 * name, price and category, and is not older.
 */
export async function publishDraft(draft: Product): Promise<Product> {
  const query = { search: draft.name, category: draft.category, sortBy: 'createdAt', limit: 20 };
  const candidates = await callStaffApi('GET', '/products', { query, schema: z.array(product) });
  const since = Date.parse(draft.createdAt) - CLOCK_SKEW_MS;
  const existing = candidates.find(
    ({ name, price, createdAt }) => name === draft.name && price === draft.price && Date.parse(createdAt) > since,
  );
  return existing ?? postProduct(valuesOf(draft));
}
