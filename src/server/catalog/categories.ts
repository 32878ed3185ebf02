import { read } from '../database.ts';
import { ApiError } from '../http/api-error.ts';
import type { Call } from '../http/operation.ts';
import type { Database } from '../supabase.ts';

/** Active categories in the order staff gave them. */
export function listCategories({ db }: Call) {
  return read(active(db).order('order').order('name'));
}

/** @throws ApiError 404 `category_not_found`, also for an inactive one */
export function getCategory({ db, params }: Call<unknown, unknown, { id: string }>) {
  return one(db, 'id', params.id);
}

/** @throws ApiError 404 `category_not_found`, also for an inactive one */
export function getCategoryBySlug({ db, params }: Call<unknown, unknown, { slug: string }>) {
  return one(db, 'slug', params.slug);
}

async function one(db: Database, column: 'id' | 'slug', value: string) {
  const category = await read(active(db).eq(column, value).maybeSingle());
  if (!category) throw new ApiError(404, 'category_not_found', 'Category not found');
  return category;
}

function active(db: Database) {
  return db.from('categories_with_counts').select('*').eq('is_active', true);
}
