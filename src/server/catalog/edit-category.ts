import type { CategoryEdit, CategoryOrder, NewCategory } from '#shared/schemas/category.ts';
import { callFunction, toColumns } from '../database.ts';
import type { StaffCall } from '../http/operation.ts';

type OneCategory = { id: string };

/** Adds a category after the last one. @throws ApiError 409 `slug_taken` */
export function createCategory({ db, body }: StaffCall<NewCategory>) {
  return callFunction(db, 'create_category', { fields: body });
}

/** Edits a category; its products follow a new slug. @throws ApiError 404 `category_not_found`, 409 `edited_meanwhile`, `slug_taken` */
export function editCategory({ db, params, body }: StaffCall<CategoryEdit, unknown, OneCategory>) {
  return callFunction(db, 'edit_category', {
    category_id: params.id,
    fields: toColumns(body.fields),
    seen: body.updatedAt ?? null,
  });
}

/** Shows a hidden category, hides a shown one. @throws ApiError 404 `category_not_found` */
export function toggleCategory({ db, params }: StaffCall<unknown, unknown, OneCategory>) {
  return callFunction(db, 'toggle_category', { category_id: params.id });
}

/** Gives categories their places, all or none; answers with every category. @throws ApiError 404 `category_not_found` */
export function orderCategories({ db, body }: StaffCall<CategoryOrder>) {
  return callFunction(db, 'order_categories', { places: body.categories });
}

/** Deletes a category that no product on sale is in. @throws ApiError 404 `category_not_found`, 409 `category_in_use` */
export function deleteCategory({ db, params }: StaffCall<unknown, unknown, OneCategory>) {
  return callFunction(db, 'delete_category', { category_id: params.id });
}
