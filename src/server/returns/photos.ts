import * as z from 'zod';
import type { ReturnPhotoUpload } from '#domain/photos/contract.ts';
import type { PageReturnPhoto, UploadedReturnPhoto } from '#domain/returns/contract.ts';
import { callFunction, run } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { logFailure } from '#server/log.ts';
import type { Network } from '#server/network.ts';
import { privatePhotos, redrawPhoto } from '#server/photos/private-photos.ts';
import { hashOf } from '#server/secret-token.ts';
import { secrets } from '#server/secrets.ts';

/** Enough to see a broken clasp. */
const MAX_BYTES = 200_000;

/** Photos of parcels and of what came in them lie together. */
const photos = privatePhotos('parcels');

const named = z.object({ name: z.string() });

/**
 * Stores a photo that shows what is wrong, for the order of a link. Returns the id that it is sent with the request by.
 * @throws ApiError for what is not a usable photo, `order_page_not_found`, `order_page_ended`, `return_not_offered`, `return_over`, `too_many_return_photos`,
 * `storage_unreachable`
 */
export async function uploadReturnPhoto(
  db: ShopDatabase,
  { file, orderNumber, key }: ReturnPhotoUpload,
  network: Network,
): Promise<UploadedReturnPhoto> {
  const { id, name, bytes } = await redrawPhoto(file, MAX_BYTES);
  await callFunction(db, 'add_return_photo', {
    order_number: orderNumber,
    key,
    photo: { id, name, bytes: bytes.length },
    network: secrets.SHOP_RATE_LIMITS === 'off' ? null : hashOf(network),
  });
  try {
    await photos.store(name, bytes);
  } catch (failure) {
    // A slow storage may have kept it: housekeeping tries again when this fails, too.
    await remove(db, [name]).catch((second: unknown) => logFailure('taking back a photo of a return', second));
    throw failure;
  }
  return { id };
}

/** A photo of a request, for staff. @throws ApiError `photo_not_found`, `storage_unreachable` */
export async function readReturnPhoto(db: ShopDatabase, photoId: string): Promise<{ photo: string }> {
  return photos.read((await callFunction(db, 'find_return_photo', { photo_id: photoId }, named)).name);
}

/** A photo of a request, for whoever has the link of its order. @throws ApiError like `readReturnPhoto`, `order_page_not_found`, `order_page_ended` */
export async function readPageReturnPhoto(
  db: ShopDatabase,
  { orderNumber, key, photoId }: PageReturnPhoto,
): Promise<{ photo: string }> {
  const args = { order_number: orderNumber, key, photo_id: photoId };
  return photos.read((await callFunction(db, 'find_page_return_photo', args, named)).name);
}

/** Removes photos whose time is over. */
export async function removeEndedReturnPhotos(db: ShopDatabase): Promise<void> {
  const names = (await callFunction(db, 'ended_return_photos', {}, z.array(named))).map(({ name }) => name);
  if (names.length > 0) await remove(db, names);
}

async function remove(db: ShopDatabase, names: string[]): Promise<void> {
  await photos.remove(names);
  await run(db.from('return_photos').delete().in('name', names).select('name'));
}
