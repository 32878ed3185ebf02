import { read } from '#server/database/calls.ts';
import { ApiError } from '#server/errors.ts';
import type { MaybeStaffCall } from '#server/http/operation.ts';

/** Categories in the order staff gave them; inactive ones are for staff alone. */
export function listCategories(call: MaybeStaffCall) {
  return read(shownTo(call).order('order').order('name'));
}

/** @throws ApiError 404 `category_not_found`, for all but staff also when it is inactive */
export function getCategory(call: MaybeStaffCall<unknown, unknown, { id: string }>) {
  return one(call, 'id', call.params.id);
}

/** @throws ApiError 404 `category_not_found`, for all but staff also when it is inactive */
export function getCategoryBySlug(call: MaybeStaffCall<unknown, unknown, { slug: string }>) {
  return one(call, 'slug', call.params.slug);
}

async function one(caller: Caller, column: 'id' | 'slug', value: string) {
  const category = await read(shownTo(caller).eq(column, value).maybeSingle());
  if (!category) throw new ApiError('category_not_found');
  return category;
}

type Caller = Pick<MaybeStaffCall, 'db' | 'staff'>;

function shownTo({ db, staff }: Caller) {
  const categories = db.from('categories_with_counts').select('*');
  return staff ? categories : categories.eq('is_active', true);
}
