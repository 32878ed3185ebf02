import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { PagePhoto } from '#domain/orders/page-contract.ts';
import { type PackedPhotoUpload, type Packing, packing } from '#domain/packing/contract.ts';
import { callFunction, run } from '#server/database/calls.ts';
import { type ShopDatabase, supabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import { drawPhoto, openPhoto } from '#server/photos/make-photo.ts';
import { secrets } from '#server/secrets.ts';

const BUCKET = 'parcels';

/** The longest sides that are tried until a photo is small enough. Browsers send no larger one; what comes past them is drawn to it. */
const SIDES = [1_280, 1_024, 800, 640, 480, 320];

const MAX_BYTES = 80_000;

/** What a phone's camera makes. */
const MAX_WEIGHT = 16_000_000;

/** Storing and reading must fit into the time of one request. */
const TIMEOUT_MS = 3_000;

const parcels = supabase(secrets.SUPABASE_SECRET_KEY, TIMEOUT_MS).storage.from(BUCKET);

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
  const opened = await openPhoto(file);
  if (opened.weight > MAX_WEIGHT) throw new ApiError('photo_too_large');
  const bytes = await drawSmall(opened);
  const id = randomBytes(16).toString('hex');
  const photo = { id, key, name: `${randomBytes(16).toString('hex')}.webp`, bytes: bytes.length, takenAt };
  const row = await callFunction(db, 'add_packed_photo', { order_id: orderId, photo, actor }, added);
  if (!row.isStored) {
    const options = { contentType: 'image/webp', cacheControl: 'no-store', upsert: true };
    const { data, error } = await parcels.upload(row.name, bytes, options);
    // Whoever sends it again finds the row, and housekeeping removes one that nobody sends again.
    if (error || data.fullPath !== `${BUCKET}/${row.name}`)
      throw new ApiError('storage_unreachable', {
        message: 'Failed to upload image',
        cause: error,
        headers: { 'Retry-After': '5' },
      });
  }
  return callFunction(db, 'packed_photo_stored', { photo_id: row.id }, packing);
}

async function drawSmall(opened: Awaited<ReturnType<typeof openPhoto>>): Promise<Uint8Array> {
  let drawn = new Uint8Array();
  for (const side of SIDES) {
    drawn = new Uint8Array((await drawPhoto(opened, side)).bytes);
    if (drawn.length <= MAX_BYTES) break;
  }
  return drawn;
}

/** Takes a photo away that shows something else. @throws ApiError `order_not_found`, `photo_not_found` */
export function removePackedPhoto(db: ShopDatabase, orderId: string, photoId: string, actor: string): Promise<Packing> {
  return callFunction(db, 'remove_packed_photo', { order_id: orderId, photo_id: photoId, actor }, packing);
}

/** A photo of an open parcel, for staff. @throws ApiError `photo_not_found`, `storage_unreachable` */
export async function readPackedPhoto(db: ShopDatabase, photoId: string): Promise<{ photo: string }> {
  return download(await callFunction(db, 'find_packed_photo', { photo_id: photoId }, named));
}

/** A photo of an open parcel, for whoever has the link of its order. @throws ApiError like `readPackedPhoto`, `order_page_not_found`, `order_page_ended` */
export async function readPagePhoto(db: ShopDatabase, { orderNumber, key, photoId }: PagePhoto): Promise<{ photo: string }> {
  return download(await callFunction(db, 'find_page_photo', { order_number: orderNumber, key, photo_id: photoId }, named));
}

async function download({ name }: { name: string }): Promise<{ photo: string }> {
  const { data, error } = await parcels.download(name);
  if (error) throw new ApiError('storage_unreachable', { message: 'The photo cannot be read just now', cause: error });
  return { photo: `data:image/webp;base64,${Buffer.from(await data.arrayBuffer()).toString('base64')}` };
}

/** Removes photos whose time is over. Rows go last, so that what fails is tried again. */
export async function removeEndedPackedPhotos(db: ShopDatabase): Promise<void> {
  const names = (await callFunction(db, 'ended_packed_photos', {}, z.array(named))).map(({ name }) => name);
  if (names.length === 0) return;
  const { data, error } = await parcels.remove(names);
  if (error || !Array.isArray(data)) throw new Error('The storage did not remove photos of parcels', { cause: error });
  await run(db.from('packed_photos').delete().in('name', names).select('name'));
}
