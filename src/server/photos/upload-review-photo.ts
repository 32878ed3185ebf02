import { randomBytes } from 'node:crypto';
import { MAX_REVIEW_PHOTO_SIDE, type UploadedReviewPhoto } from '#domain/reviews/contract.ts';
import { callFunction, run } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import { logFailure } from '#server/log.ts';
import type { Network } from '#server/network.ts';
import { hashOf } from '#server/secret-token.ts';
import { secrets } from '#server/secrets.ts';
import { drawPhoto, openPhoto } from './make-photo.ts';
import { addressOf, newPhotoName, pathOf, removePhotos, storePhoto } from './photo-storage.ts';

const FOLDER = 'reviews';

/** In the unit of `OpenedPhoto.weight`: what a phone's camera makes. Browsers send far less, and strangers get no more of a function's time. */
const MAX_WEIGHT = 16_000_000;

/**
 * Stores a photo for a review that somebody is writing: drawn anew, without metadata. Returns what it is sent with the review by, which says nothing about
 * where it lies. Its row is there first: a row without a photo goes with the next night, a photo without a row would never be found.
 * @throws ApiError for what is not a usable photo, `too_many_photos`, `storage_unreachable`
 */
export async function uploadReviewPhoto(db: ShopDatabase, file: File, network: Network): Promise<UploadedReviewPhoto> {
  const opened = await openPhoto(file);
  if (opened.weight > MAX_WEIGHT) throw new ApiError('photo_too_large');
  const drawn = await drawPhoto(opened, MAX_REVIEW_PHOTO_SIDE);
  const name = newPhotoName(FOLDER);
  const path = pathOf(name);
  const photo = { id: randomBytes(16).toString('hex'), name, address: addressOf(path), bytes: drawn.bytes.length };
  await callFunction(db, 'add_review_photo', { photo, network: secrets.SHOP_RATE_LIMITS === 'off' ? null : hashOf(network) });
  try {
    await storePhoto(path, drawn);
  } catch (cause) {
    // A slow storage may have kept it: housekeeping tries again when this fails, too.
    await removePhotos([path])
      .then(() => run(db.from('review_photos').delete().eq('name', name)))
      .catch((error: unknown) => logFailure('taking back a photo of a review', error));
    throw new ApiError('storage_unreachable', { message: 'Failed to upload image', cause, headers: { 'Retry-After': '5' } });
  }
  return { id: photo.id };
}
