import * as z from 'zod';
import type { PagePhoto } from '#domain/orders/page-contract.ts';
import { type PackedPhotoUpload, type Packing, packing } from '#domain/packing/contract.ts';
import { callFunction, run } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { privatePhotos, redrawPhoto } from '#server/photos/private-photos.ts';

const MAX_BYTES = 80_000;

const photos = privatePhotos('parcels');

const added = z.object({ id: z.string(), name: z.string(), isStored: z.boolean() });
const named = z.object({ name: z.string() });

/**
 * Stores a photo of the open parcel of an order: drawn anew, without metadata, once for its key. Its row is there first and counts once the photo is stored.
 * @throws ApiError for what is not a usable photo, `order_not_found`, `too_many_parcel_photos`, `idempotency_mismatch`, `storage_unreachable`
 */
export async function addPackedPhoto(
  db: ShopDatabase,
  orderId: string,
  { file, key, takenAt }: PackedPhotoUpload,
  actor: string,
): Promise<Packing> {
  const { id, name, bytes } = await redrawPhoto(file, MAX_BYTES);
  const photo = { id, key, name, bytes: bytes.length, takenAt };
  const row = await callFunction(db, 'add_packed_photo', { order_id: orderId, photo, actor }, added);
  // Whoever sends it again finds the row, and housekeeping removes one that nobody sends again.
  if (!row.isStored) await photos.store(row.name, bytes);
  return callFunction(db, 'packed_photo_stored', { photo_id: row.id }, packing);
}

/** Takes a photo away that shows something else. @throws ApiError `order_not_found`, `photo_not_found` */
export function removePackedPhoto(db: ShopDatabase, orderId: string, photoId: string, actor: string): Promise<Packing> {
  return callFunction(db, 'remove_packed_photo', { order_id: orderId, photo_id: photoId, actor }, packing);
}

/** A photo of an open parcel, for staff. @throws ApiError `photo_not_found`, `storage_unreachable` */
export async function readPackedPhoto(db: ShopDatabase, photoId: string): Promise<{ photo: string }> {
  return photos.read((await callFunction(db, 'find_packed_photo', { photo_id: photoId }, named)).name);
}

/** A photo of an open parcel, for whoever has the link of its order. @throws ApiError like `readPackedPhoto`, `order_page_not_found`, `order_page_ended` */
export async function readPagePhoto(db: ShopDatabase, { orderNumber, key, photoId }: PagePhoto): Promise<{ photo: string }> {
  const args = { order_number: orderNumber, key, photo_id: photoId };
  return photos.read((await callFunction(db, 'find_page_photo', args, named)).name);
}

/** Removes photos whose time is over. Rows go last, so that what fails is tried again. */
export async function removeEndedPackedPhotos(db: ShopDatabase): Promise<void> {
  const names = (await callFunction(db, 'ended_packed_photos', {}, z.array(named))).map(({ name }) => name);
  if (names.length === 0) return;
  await photos.remove(names);
  await run(db.from('packed_photos').delete().in('name', names).select('name'));
}
