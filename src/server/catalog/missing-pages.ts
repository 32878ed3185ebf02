import { slugOf } from '#domain/categories/contract.ts';
import { objectId } from '#domain/values.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import { getCategoryBySlug } from './categories.ts';
import { getProduct } from './products.ts';

/** What an address without a page of its own gets: a built page, or the way to where it leads now. */
export type Missing = { page: string; status: 200 | 404 } | { location: string };

/** A category newer than the pages has a shell, a renamed or misspelt one leads on, of others is said what there is. Takes its part of the path. */
export async function missingCategory(db: ShopDatabase, typed: string): Promise<Missing> {
  const slug = slugOf(typed);
  const found = slug && (await orNone(getCategoryBySlug(db, slug, { includeInactive: false })));
  if (!found) return { page: '/no-category', status: 404 };
  return found.slug === typed ? { page: '/shell/category', status: 200 } : { location: `/category/${found.slug}` };
}

/** The same for a product, whose address never changes. */
export async function missingProduct(db: ShopDatabase, typed: string): Promise<Missing> {
  const { data: id } = objectId.safeParse(typed);
  if (!id || !(await orNone(getProduct(db, id)))) return { page: '/no-product', status: 404 };
  return id === typed ? { page: '/shell/product', status: 200 } : { location: `/product/${id}` };
}

/** What was found; undefined where there is no such. */
function orNone<Found>(looked: Promise<Found>): Promise<Found | undefined> {
  return looked.catch((failure: unknown) => {
    if (failure instanceof ApiError && failure.status === 404) return undefined;
    throw failure;
  });
}
