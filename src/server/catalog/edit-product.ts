import * as z from 'zod';
import { callFunction, read, toColumns } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import type { MaybeStaffCall, StaffCall } from '#server/http/operation.ts';
import { savingPhotos } from '#server/photos/keep-photos.ts';
import type { NewProduct, ProductEdit } from '#shared/schemas/product-edit.ts';

type OneProduct = { id: string };

/** Puts a product into the catalogue; its opening stock is in the ledger. @throws ApiError 422 for an unknown category */
export function createProduct({ db, body, staff }: StaffCall<NewProduct>) {
  return savingPhotos({ db, staff }, { typed: typedPhotos(body.images), known: [] }, (kept) =>
    callFunction(db, 'create_product', { fields: toColumns(withPhotos(body, kept)), actor: staff.id }),
  );
}

/**
 * Edits a product; another stock quantity is an adjustment. Without any field to edit, whoever asks, it counts its reviews again.
 * @throws ApiError 401 when there is something to edit and it is not staff who ask; 404 `product_not_found`, 409 `edited_meanwhile`, `stock_moved`, 422
 */
export async function editProduct(call: MaybeStaffCall<ProductEdit, unknown, OneProduct>) {
  const { db, params, body, staff } = call;
  if (Object.keys(body.fields).length === 0) return recountReviews(call);
  if (!staff) throw new ApiError('not_signed_in');
  const { images = [] } = body.fields;
  const known = images.length > 0 ? await photosOf(db, params.id) : [];
  return savingPhotos({ db, staff }, { typed: typedPhotos(images), known }, (kept) =>
    callFunction(db, 'edit_product', {
      product_id: params.id,
      fields: toColumns(withPhotos(body.fields, kept)),
      seen: body.updatedAt ?? null,
      actor: staff.id,
      stock_seen: body.stockSeen ?? null,
    }),
  );
}

const photosRow = z.object({ images: z.array(z.string()) }).nullable();

async function photosOf(db: ShopDatabase, id: string): Promise<string[]> {
  return photosRow.parse(await read(db.from('products').select('images').eq('id', id).maybeSingle()))?.images ?? [];
}

function typedPhotos(images: readonly string[]) {
  return images.map((address, place) => ({ address, path: `images.${place}` }));
}

/** The fields under the addresses at which their photos are kept. */
function withPhotos<Fields extends Partial<Pick<NewProduct, 'images' | 'photoColors'>>>(
  fields: Fields,
  kept: (address: string) => string,
): Fields {
  return {
    ...fields,
    ...(fields.images && { images: fields.images.map(kept) }),
    ...(fields.photoColors && { photoColors: fields.photoColors.map((entry) => ({ ...entry, image: kept(entry.image) })) }),
  };
}

/** Takes a product out of the shop. Past orders and the stock history still name it. @throws ApiError 404 `product_not_found` */
export function archiveProduct({ db, params }: StaffCall<unknown, unknown, OneProduct>) {
  const archived = db.from('products').update({ archived_at: new Date().toISOString() });
  return theProduct(archived.eq('id', params.id).is('archived_at', null).select('*').maybeSingle());
}

/** A trigger derives both columns from the reviews, whatever is written to them. */
function recountReviews({ db, params }: Pick<MaybeStaffCall<unknown, unknown, OneProduct>, 'db' | 'params'>) {
  const recounted = db.from('products').update({ review_count: 0 });
  return theProduct(recounted.eq('id', params.id).is('archived_at', null).select('*').maybeSingle());
}

async function theProduct(query: Parameters<typeof read>[0]) {
  const product = await read(query);
  if (!product) throw new ApiError('product_not_found');
  return product;
}
