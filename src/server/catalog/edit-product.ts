import * as z from 'zod';
import { product } from '#domain/products/contract.ts';
import type { NewProduct, ProductEdit } from '#domain/products/edit.ts';
import { callFunction, read, toColumns } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import { savingPhotos } from '#server/photos/saving-photos.ts';
import { updateProduct } from './products.ts';

/**
 * Adds a product; the stock history starts with its opening stock. `actor` is the staff member's id.
 * @throws ApiError `validation_failed` for an unknown category, those of `savingPhotos`
 */
export function createProduct(db: ShopDatabase, added: NewProduct, actor: string) {
  return savingPhotos(db, { typed: typedPhotos(added.images), known: [], uploadedBy: actor }, (storedAt) =>
    callFunction(db, 'create_product', { fields: toColumns(withPhotos(added, storedAt)), actor }, product),
  );
}

/**
 * Edits a product; a different stock quantity is an adjustment. Without any field it recounts the product's reviews, for anyone who asks.
 * `actor` is the staff member's id, null for everybody else.
 * @throws ApiError `not_signed_in` for an edit without staff, `product_not_found`, `edited_meanwhile`, `stock_moved`, `validation_failed`
 */
export async function editProduct(db: ShopDatabase, id: string, edit: ProductEdit, actor: string | null) {
  const { fields, updatedAt = null, stockSeen = null } = edit;
  if (Object.keys(fields).length === 0) return recountReviews(db, id);
  if (!actor) throw new ApiError('not_signed_in');
  const { images = [] } = fields;
  const known = images.length > 0 ? await photosOf(db, id) : [];
  return savingPhotos(db, { typed: typedPhotos(images), known, uploadedBy: actor }, (storedAt) => {
    const stored = toColumns(withPhotos(fields, storedAt));
    const args = { product_id: id, fields: stored, expected_version: updatedAt, actor, stock_seen: stockSeen };
    return callFunction(db, 'edit_product', args, product);
  });
}

const photosRow = z.object({ images: z.array(z.string()) });

async function photosOf(db: ShopDatabase, id: string): Promise<string[]> {
  return (await read(db.from('products').select('images').eq('id', id).maybeSingle(), photosRow.nullable()))?.images ?? [];
}

function typedPhotos(images: readonly string[]) {
  return images.map((address, index) => ({ address, path: `images.${index}` }));
}

/** The fields with the addresses their photos are stored at. */
function withPhotos<Fields extends Partial<Pick<NewProduct, 'images' | 'photoColors' | 'wornImages'>>>(
  fields: Fields,
  storedAt: (address: string) => string,
): Fields {
  return {
    ...fields,
    ...(fields.images && { images: fields.images.map(storedAt) }),
    ...(fields.photoColors && {
      photoColors: fields.photoColors.map((entry) => ({ ...entry, image: storedAt(entry.image) })),
    }),
    ...(fields.wornImages && { wornImages: fields.wornImages.map(storedAt) }),
  };
}

/** Takes a product off sale. Orders and the stock history still name it. @throws ApiError `product_not_found` */
export function archiveProduct(db: ShopDatabase, id: string) {
  const archived = db.from('products').update({ archived_at: new Date().toISOString() });
  return updateProduct(db, id, archived.eq('id', id).is('archived_at', null).select('id').maybeSingle());
}

/** A trigger derives rating and count from the reviews, whatever is written to them. */
function recountReviews(db: ShopDatabase, id: string) {
  const recounted = db.from('products').update({ review_count: 0 });
  return updateProduct(db, id, recounted.eq('id', id).is('archived_at', null).select('id').maybeSingle());
}
