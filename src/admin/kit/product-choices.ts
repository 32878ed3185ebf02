import * as z from 'zod';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { formatPrice } from '#shared/money.ts';
import { product } from '#shared/schemas/products.ts';
import { formatCount } from './formats.ts';
import type { Choice } from './SearchSelect.tsx';

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
