import * as z from 'zod';
import { formatCount } from '#admin/kit/formats.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import type { Choice } from '#admin/kit/SearchSelect.tsx';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { type Product, product } from '#domain/products/contract.ts';
import { pieceName } from '#domain/variants/choice-text.ts';

/** Longer lists are searched, not scrolled. */
const MAX_CHOICES = 30;

/** Products with words that begin with the typed ones, best match first; the first ones by name when nothing is typed. */
export async function searchProducts(text: string, signal?: AbortSignal): Promise<Choice[]> {
  const query = { limit: MAX_CHOICES, ...(text ? { search: text } : { sortBy: 'name' }) };
  const found = await callStaffApi('GET', '/products', { query, schema: z.array(product), signal });
  return found.map(({ id, name, stockQuantity, price }) => ({
    id,
    label: name,
    note: `${formatCount(stockQuantity)} in stock · ${formatPrice(price)}`,
  }));
}

/** A product, or one choice of a product that is counted by choices. */
export interface Piece extends Choice {
  productId: string;
  productName: string;
  color: string;
  size: string;
  sku: string;
  stockQuantity: number;
  price: number;
}

/** The pieces of a product that are counted on their own. */
export function piecesOf({ id, name, price, stockQuantity, sku, variants }: Product): Piece[] {
  const whole = { id, color: '', size: '', sku: sku ?? '', stockQuantity };
  return (variants.length > 0 ? variants : [whole]).map((counted) => ({
    productId: id,
    productName: name,
    price,
    id: counted.id,
    color: counted.color,
    size: counted.size,
    sku: counted.sku,
    stockQuantity: counted.stockQuantity,
    label: pieceName(name, counted),
    note: `${counted.sku} · ${formatCount(counted.stockQuantity)} in stock · ${formatPrice(price)}`,
  }));
}

/** Pieces of products with words that begin with the typed ones, those of names and SKUs first; the first ones by name when nothing is typed. */
export async function searchPieces(text: string, signal?: AbortSignal): Promise<Piece[]> {
  const query = { limit: MAX_CHOICES, ...(text ? { search: text } : { sortBy: 'name' }) };
  return fittingPieces(await callStaffApi('GET', '/products', { query, schema: z.array(product), signal }), text);
}

/** Pieces with the typed text in their name or SKU, first the one that has exactly this SKU: for scanning. */
export async function findPieces(text: string, signal?: AbortSignal): Promise<Piece[]> {
  const query = { limit: MAX_CHOICES, search: text };
  return fittingPieces(await callStaffApi('GET', '/products/stock', { query, schema: z.array(product), signal }), text);
}

/** All pieces of the products, or only those whose SKU was typed. */
function fittingPieces(products: Product[], text: string): Piece[] {
  const sku = text.toUpperCase();
  const pieces = products.flatMap((found) => {
    const all = piecesOf(found);
    const named = all.filter((piece) => piece.sku.includes(sku));
    return named.length > 0 && !found.name.toUpperCase().includes(sku) ? named : all;
  });
  return pieces.sort((one, other) => Number(other.sku === sku) - Number(one.sku === sku));
}
