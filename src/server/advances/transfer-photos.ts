import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { UploadedTransferPhoto } from '#domain/advances/contract.ts';
import type { TransferPhotoUpload } from '#domain/photos/contract.ts';
import { callFunction, run } from '#server/database/calls.ts';
import { type ShopDatabase, supabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import { logFailure } from '#server/log.ts';
import type { Network } from '#server/network.ts';
import { drawPhoto, openPhoto } from '#server/photos/make-photo.ts';
import { hashOf } from '#server/secret-token.ts';
import { secrets } from '#server/secrets.ts';

const BUCKET = 'transfer-photos';

/** Enough to read the small print of a screenshot. */
const MAX_SIDE = 1_600;

/** What a phone's camera makes: strangers get no more of a function's time. */
const MAX_WEIGHT = 16_000_000;

/** Storing and, after a failure, removing must both fit into the time of one request. */
const TIMEOUT_MS = 3_000;

const photos = supabase(secrets.SUPABASE_SECRET_KEY, TIMEOUT_MS).storage.from(BUCKET);

/**
 * Stores the photo of a receipt for the order of a link: drawn anew, without metadata. Returns the id that it is sent with the transfer by. Its row is there
 * first: a row without a photo goes with the next night, a photo without a row would never be found.
 * @throws ApiError for what is not a usable photo, `order_page_not_found`, `order_page_ended`, `advance_not_asked`, `too_many_transfer_photos`, `storage_unreachable`
 */
export async function uploadTransferPhoto(
  db: ShopDatabase,
  { file, orderNumber, key }: TransferPhotoUpload,
  network: Network,
): Promise<UploadedTransferPhoto> {
  const opened = await openPhoto(file);
  if (opened.weight > MAX_WEIGHT) throw new ApiError('photo_too_large');
  const { bytes } = await drawPhoto(opened, MAX_SIDE);
  const id = randomBytes(16).toString('hex');
  const name = `${randomBytes(16).toString('hex')}.webp`;
  const photo = { id, name, hash: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length };
  await callFunction(db, 'add_transfer_photo', {
    order_number: orderNumber,
    key,
    photo,
    network: secrets.SHOP_RATE_LIMITS === 'off' ? null : hashOf(network),
  });
  const { data, error } = await photos.upload(name, bytes, { contentType: 'image/webp', cacheControl: 'no-store' });
  if (error || data.fullPath !== `${BUCKET}/${name}`) {
    // A slow storage may have kept it: housekeeping tries again when this fails, too.
    await removePhotos(db, [name]).catch((failure: unknown) => logFailure('taking back the photo of a transfer', failure));
    throw new ApiError('storage_unreachable', {
      message: 'Failed to upload image',
      cause: error,
      headers: { 'Retry-After': '5' },
    });
  }
  return { id };
}

/** The photo of a transfer, for staff. @throws ApiError `photo_not_found`, `storage_unreachable` */
export async function readTransferPhoto(db: ShopDatabase, id: string): Promise<{ photo: string }> {
  const { name } = await callFunction(db, 'find_transfer_photo', { photo_id: id }, z.object({ name: z.string() }));
  const { data, error } = await photos.download(name);
  if (error) throw new ApiError('storage_unreachable', { message: 'The photo cannot be loaded right now', cause: error });
  return { photo: `data:image/webp;base64,${Buffer.from(await data.arrayBuffer()).toString('base64')}` };
}

/** Removes photos whose time is over. Rows go last, so that what fails is tried again. */
export async function removeEndedTransferPhotos(db: ShopDatabase): Promise<void> {
  const names = (await callFunction(db, 'ended_transfer_photos', {}, z.array(z.object({ name: z.string() })))).map(
    ({ name }) => name,
  );
  if (names.length > 0) await removePhotos(db, names);
}

async function removePhotos(db: ShopDatabase, names: string[]): Promise<void> {
  const { data, error } = await photos.remove(names);
  if (error || !Array.isArray(data)) throw new Error('The storage did not remove the photos of transfers', { cause: error });
  await run(db.from('transfer_photos').delete().in('name', names).select('name'));
}
