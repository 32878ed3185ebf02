import { isIP } from 'node:net';
import {
  PHOTO_FOLDER,
  type PhotosUpload,
  type PhotoUpload,
  type StoredPhoto,
  type UploadConfig,
} from '#domain/photos/contract.ts';
import { run } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { env } from '#server/env.ts';
import { ApiError } from '#server/errors.ts';
import { logFailure } from '#server/log.ts';
import { drawPhoto, type MadePhoto, openPhoto } from './make-photo.ts';
import { addressOf, newPhotoName, pathOf, removePhotos, storePhoto } from './photo-storage.ts';

/** For all photos of a request together, in the unit of `OpenedPhoto.weight`: more would take longer than anybody waits. */
const MAX_WEIGHT = 80_000_000;

/** Longer file names are cut. */
const MAX_FILE_NAME = 200;

export interface DrawnPhoto {
  photo: MadePhoto;
  fileName: string;
}

/** Where photos are put, and the id of the staff member who uploads them. */
interface Place {
  folder: string;
  uploadedBy: string;
}

/** Stores one photo. `actor` is the staff member's id. @throws ApiError for what is not a usable photo, `storage_unreachable` */
export async function uploadPhoto(db: ShopDatabase, { file, folder }: PhotoUpload, actor: string): Promise<StoredPhoto> {
  const photo = await drawPhoto(await openPhoto(file));
  const place = { folder, uploadedBy: actor };
  const [stored] = await storePhotos(db, [{ photo, fileName: file.name }], place, 'Failed to upload image');
  if (!stored) throw new Error('Storing one photo returned none');
  return stored;
}

/** Stores several photos: all of them, or none. @throws ApiError like `uploadPhoto`, naming the first photo that cannot be used */
export async function uploadPhotos(db: ShopDatabase, { files, folder }: PhotosUpload, actor: string): Promise<StoredPhoto[]> {
  const opened = await Promise.all(files.map((file, index) => atField(`files.${index}`, openPhoto(file))));
  if (opened.reduce((sum, { weight }) => sum + weight, 0) > MAX_WEIGHT) throw new ApiError('photos_too_large');
  const drawn = await Promise.all(opened.map((photo, index) => atField(`files.${index}`, drawPhoto(photo))));
  const photos = drawn.map((photo, index) => ({ photo, fileName: files[index]?.name ?? '' }));
  return storePhotos(db, photos, { folder, uploadedBy: actor }, 'Failed to upload images');
}

/** The project that holds the photos, empty on a machine of one's own, and the folder of an upload that names none. */
export function uploadConfiguration(): UploadConfig {
  const { hostname } = new URL(env.SUPABASE_URL);
  const isOwnMachine = isIP(hostname) > 0 || hostname === 'localhost';
  return { cloudName: isOwnMachine ? '' : hostname.replace(/\.supabase\.co$/, ''), folder: PHOTO_FOLDER };
}

/** Stores photos and their rows: all of them, or none. @throws ApiError `storage_unreachable` with the given message */
export async function storePhotos(
  db: ShopDatabase,
  photos: DrawnPhoto[],
  { folder, uploadedBy }: Place,
  failureMessage: string,
): Promise<StoredPhoto[]> {
  const named = photos.map((entry) => ({ ...entry, name: newPhotoName(folder) }));
  try {
    await allOf(named.map(({ photo, name }) => storePhoto(pathOf(name), photo)));
    const rows = named.map(({ photo: { bytes, width, height }, name, fileName }) => ({
      name,
      folder,
      width,
      height,
      bytes: bytes.length,
      file_name: fileName.replace(/\p{Cc}/gu, '').slice(0, MAX_FILE_NAME),
      uploaded_by: uploadedBy,
    }));
    await run(db.from('photos').insert(rows));
  } catch (cause) {
    await takeBack(named.map(({ name }) => pathOf(name)));
    throw new ApiError('storage_unreachable', { message: failureMessage, cause, headers: { 'Retry-After': '5' } });
  }
  return named.map(({ photo: { bytes, width, height }, name }) => ({
    secure_url: addressOf(pathOf(name)),
    name,
    width,
    height,
    bytes: bytes.length,
  }));
}

/** Waits for all of them, even when one has failed. @throws what the first of them failed with */
async function allOf(work: Promise<unknown>[]): Promise<void> {
  const failure = (await Promise.allSettled(work)).find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
}

/** Also removes those that failed: a slow storage may have kept them. Nobody sees what cannot be removed. */
async function takeBack(paths: string[]): Promise<void> {
  await removePhotos(paths).catch((error: unknown) => logFailure('taking back photos of a failed upload', error));
}

/** Adds the field to the error of a photo. */
async function atField<Result>(path: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message, cause } = error;
    throw new ApiError(code, { message, errors: [{ path, message }], cause });
  }
}
