import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { findPieces } from '#admin/data/products/product-choices.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { product } from '#domain/products/contract.ts';

/** A screen full of photos. */
const MAX_PHOTOS = 12;

/** A product with what is left of it. */
export const productQuery = (id: string) => staffQuery(`/products/${id}`, product);

/** Products with words that begin with the typed ones, SKUs included; the newest when nothing is typed. */
export function photosQuery(typed: string) {
  const query = { limit: MAX_PHOTOS, ...(typed ? { search: typed } : { sortBy: 'createdAt', sortOrder: 'desc' }) };
  return queryOptions({ ...staffQuery('/products', z.array(product), query), placeholderData: keepPreviousData });
}

/** The piece with exactly this SKU; undefined when there is none. */
export async function pieceOfSku(sku: string) {
  return (await findPieces(sku)).find((piece) => piece.sku === sku);
}
