import * as z from 'zod';
import { type CategoryEdit, type CategoryOrder, category, type NewCategory } from '#domain/categories/contract.ts';
import { callFunction, read, toColumns } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { savingPhotos } from '#server/photos/saving-photos.ts';

/** Adds a category after the last one. `actor` is the staff member's id. @throws ApiError `slug_taken`, those of `savingPhotos` */
export function createCategory(db: ShopDatabase, added: NewCategory, actor: string) {
  const { image } = added;
  return savingPhotos(db, { typed: typedImage(image), known: [], uploadedBy: actor }, (storedAt) =>
    callFunction(db, 'create_category', { fields: toColumns({ ...added, image: image && storedAt(image) }) }, category),
  );
}

/** Edits a category; its products follow a new slug. @throws ApiError `category_not_found`, `edited_meanwhile`, `slug_taken`, those of `savingPhotos` */
export async function editCategory(db: ShopDatabase, id: string, { fields, updatedAt }: CategoryEdit, actor: string) {
  const { image } = fields;
  const known = image ? await imageOf(db, id) : [];
  return savingPhotos(db, { typed: typedImage(image), known, uploadedBy: actor }, (storedAt) => {
    const stored = toColumns({ ...fields, ...(image && { image: storedAt(image) }) });
    return callFunction(db, 'edit_category', { category_id: id, fields: stored, expected_version: updatedAt ?? null }, category);
  });
}

const imageRow = z.object({ image: z.string().nullable() });

async function imageOf(db: ShopDatabase, id: string): Promise<string[]> {
  const found = await read(db.from('categories').select('image').eq('id', id).maybeSingle(), imageRow.nullable());
  return found?.image ? [found.image] : [];
}

function typedImage(image: string | null | undefined) {
  return image ? [{ address: image, path: 'image' }] : [];
}

/** Shows a hidden category, hides a shown one. @throws ApiError `category_not_found` */
export function toggleCategory(db: ShopDatabase, id: string) {
  return callFunction(db, 'toggle_category', { category_id: id }, category);
}

/** Sorts categories, all or none, and returns all of them. @throws ApiError `category_not_found` */
export function orderCategories(db: ShopDatabase, { categories }: CategoryOrder) {
  return callFunction(db, 'order_categories', { places: categories }, z.array(category));
}

/** Deletes a category without products on sale. @throws ApiError `category_not_found`, `category_in_use` */
export function deleteCategory(db: ShopDatabase, id: string) {
  return callFunction(db, 'delete_category', { category_id: id }, category);
}
