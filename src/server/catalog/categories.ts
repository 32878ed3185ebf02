import { category } from '#domain/categories/contract.ts';
import { read } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';

/** Which categories a visitor sees: staff also the inactive ones. */
interface Visibility {
  includeInactive: boolean;
}

/** Categories in the order staff gave them. */
export function listCategories(db: ShopDatabase, visibility: Visibility) {
  return read(visibleCategories(db, visibility).order('order').order('name'), category.array());
}

/** @throws ApiError `category_not_found` */
export function getCategory(db: ShopDatabase, id: string, visibility: Visibility) {
  return findCategory(db, 'id', id, visibility);
}

/** @throws ApiError `category_not_found` */
export function getCategoryBySlug(db: ShopDatabase, slug: string, visibility: Visibility) {
  return findCategory(db, 'slug', slug, visibility);
}

async function findCategory(db: ShopDatabase, column: 'id' | 'slug', value: string, visibility: Visibility) {
  const found = await read(visibleCategories(db, visibility).eq(column, value).maybeSingle(), category.nullable());
  // A link of before it was renamed.
  const renamed =
    found ?? (await read(visibleCategories(db, visibility).contains('old_slugs', [value]).maybeSingle(), category.nullable()));
  if (!renamed) throw new ApiError('category_not_found');
  return renamed;
}

function visibleCategories(db: ShopDatabase, { includeInactive }: Visibility) {
  const categories = db.from('categories_with_counts').select('*');
  return includeInactive ? categories : categories.eq('is_active', true);
}
