import * as z from 'zod';
import { defineRecord } from '#admin/kit/define-record.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { type Product, product, productQuery } from '#domain/products/contract.ts';
import { newProductOf, valuesOf } from './product-values.ts';

export const products = defineRecord({
  noun: 'product',
  api: '/products',
  schema: product,
  query: productQuery,
  // What is changed or deleted at once has the typed words.
  defaults: { page: 1, sortBy: 'createdAt', sortOrder: 'desc', exact: true },
  nameOf: ({ name }) => name,
  rights: { details: ['edit_products', 'change_prices'], delete: 'edit_products', categories: 'edit_products' },
});

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
  return existing ?? products.create(newProductOf(valuesOf(draft)));
}
