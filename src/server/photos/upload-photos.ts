import { read } from '#server/database/calls.ts';
import { env } from '#server/env.ts';
import { ApiError } from '#server/errors.ts';
import type { StaffCall } from '#server/http/operation.ts';
import { logFailure } from '#server/log.ts';
import {
  PHOTO_FOLDER,
  type PhotosUpload,
  type PhotoUpload,
  type StoredPhoto,
  type UploadConfig,
} from '#shared/schemas/photos.ts';
import { drawPhoto, type MadePhoto, openPhoto } from './make-photo.ts';
import { addressOf, newPhotoName, pathOf, removePhotos, storePhoto } from './photo-storage.ts';

/** Of all photos of one request together: more would take longer than somebody waits. */
const MOST_WEIGHT = 80_000_000;

/** Longer names of files are cut. */
const MAX_FILE_NAME = 200;

/** Stores one photo. @throws ApiError 415 and 422 for what is no good photo, 503 `storage_unreachable` */
export async function uploadPhoto(call: StaffCall<PhotoUpload>): Promise<StoredPhoto> {
  const { file } = call.body;
  const drawn = await drawPhoto(await openPhoto(file));
  const [stored] = await storeAll(call, [{ photo: drawn, fileName: file.name }], 'Failed to upload image');
  if (!stored) throw new Error('One photo went in, none came out');
  return stored;
}

/** Stores several photos: all of them, or none. @throws ApiError like `uploadPhoto`, naming the first photo that is not good */
export async function uploadPhotos(call: StaffCall<PhotosUpload>): Promise<StoredPhoto[]> {
  const { files } = call.body;
  const opened = await Promise.all(files.map((file, place) => naming(`files.${place}`, openPhoto(file))));
  if (opened.reduce((sum, { weight }) => sum + weight, 0) > MOST_WEIGHT) {
    throw new ApiError('photos_too_large');
  }
  const drawn = await Promise.all(opened.map((photo, place) => naming(`files.${place}`, drawPhoto(photo))));
  const photos = drawn.map((photo, place) => ({ photo, fileName: files[place]?.name ?? '' }));
  return storeAll(call, photos, 'Failed to upload images');
}

/** Where photos go: the project that holds them, and the folder they are put in when an upload names none. */
export function uploadPlace(): UploadConfig {
  const { hostname } = new URL(env.SUPABASE_URL);
  return { cloudName: hostname.replace(/\.supabase\.co$/, ''), folder: PHOTO_FOLDER };
}

/** Stores photos and writes down that they are there: all of them, or none. */
export async function storeAll(
  { db, staff, body: { folder } }: Pick<StaffCall<{ folder: string }>, 'db' | 'staff' | 'body'>,
  photos: { photo: MadePhoto; fileName: string }[],
  failed: string,
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
      uploaded_by: staff.id,
    }));
    await read(db.from('photos').insert(rows));
  } catch (cause) {
    await takeBack(named.map(({ name }) => pathOf(name)));
    throw new ApiError('storage_unreachable', { message: failed, cause, headers: { 'Retry-After': '5' } });
  }
  return named.map(({ photo: { bytes, width, height }, name }) => ({
    secure_url: addressOf(pathOf(name)),
    name,
    width,
    height,
    bytes: bytes.length,
  }));
}

/** Waits until all of them have ended, also when one has failed. @throws what the first of them failed with */
async function allOf(work: Promise<unknown>[]): Promise<void> {
  const failure = (await Promise.allSettled(work)).find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
}

/** Also those that failed: a storage that was too slow to say so may have kept them. What cannot be removed is seen by nobody. */
async function takeBack(paths: string[]): Promise<void> {
  await removePhotos(paths).catch((error: unknown) => logFailure('taking back photos of a failed upload', error));
}

/** Waits for something; when it is refused, the refusal says which file it is about. */
async function naming<Result>(path: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message, cause } = error;
    throw new ApiError(code, { message, errors: [{ path, message }], cause });
  }
}
