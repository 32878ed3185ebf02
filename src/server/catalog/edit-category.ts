import * as z from 'zod';
import { callFunction, read, toColumns } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import type { StaffCall } from '#server/http/operation.ts';
import { savingPhotos } from '#server/photos/keep-photos.ts';
import type { CategoryEdit, CategoryOrder, NewCategory } from '#shared/schemas/categories.ts';

type OneCategory = { id: string };

/** Adds a category after the last one. @throws ApiError 409 `slug_taken` */
export function createCategory({ db, body, staff }: StaffCall<NewCategory>) {
  return savingPhotos({ db, staff }, { typed: typedImage(body.image), known: [] }, (kept) =>
    callFunction(db, 'create_category', { fields: { ...body, image: body.image && kept(body.image) } }),
  );
}

/** Edits a category; its products follow a new slug. @throws ApiError 404 `category_not_found`, 409 `edited_meanwhile`, `slug_taken` */
export async function editCategory({ db, params, body, staff }: StaffCall<CategoryEdit, unknown, OneCategory>) {
  const { image } = body.fields;
  const known = image ? await imageOf(db, params.id) : [];
  return savingPhotos({ db, staff }, { typed: typedImage(image), known }, (kept) =>
    callFunction(db, 'edit_category', {
      category_id: params.id,
      fields: toColumns({ ...body.fields, ...(image && { image: kept(image) }) }),
      seen: body.updatedAt ?? null,
    }),
  );
}

const imageRow = z.object({ image: z.string().nullable() }).nullable();

async function imageOf(db: ShopDatabase, id: string): Promise<string[]> {
  const image = imageRow.parse(await read(db.from('categories').select('image').eq('id', id).maybeSingle()))?.image;
  return image ? [image] : [];
}

function typedImage(image: string | null | undefined) {
  return image ? [{ address: image, path: 'image' }] : [];
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
