import {
  PHOTO_FOLDER,
  type PhotosUpload,
  type PhotoUpload,
  type StoredPhoto,
  type UploadConfig,
} from '#shared/schemas/upload.ts';
import { env } from '../env.ts';
import { ApiError } from '../http/api-error.ts';
import { logFailure } from '../http/log.ts';
import type { StaffCall } from '../http/operation.ts';
import { drawPhoto, type MadePhoto, openPhoto } from './make-photo.ts';
import { addressOf, newPhotoName, pathOf, removePhotos, storePhoto } from './photo-storage.ts';

/** Of all photos of one request together: more would take longer than somebody waits. */
const MOST_WEIGHT = 80_000_000;

/** Stores one photo. @throws ApiError 415 and 422 for what is no good photo, 503 `storage_unreachable` */
export async function uploadPhoto({ body: { file, folder } }: StaffCall<PhotoUpload>): Promise<StoredPhoto> {
  const drawn = await drawPhoto(await openPhoto(file));
  const [stored] = await storeAll([drawn], folder, 'Failed to upload image');
  if (!stored) throw new Error('One photo went in, none came out');
  return stored;
}

/** Stores several photos: all of them, or none. @throws ApiError like `uploadPhoto`, naming the first photo that is not good */
export async function uploadPhotos({ body: { files, folder } }: StaffCall<PhotosUpload>): Promise<StoredPhoto[]> {
  const opened = await Promise.all(files.map((file, place) => naming(`files.${place}`, openPhoto(file))));
  if (opened.reduce((sum, { weight }) => sum + weight, 0) > MOST_WEIGHT) {
    throw new ApiError(422, 'photos_too_large', 'These photos are too large together. Upload fewer at a time.');
  }
  const drawn = await Promise.all(opened.map((photo, place) => naming(`files.${place}`, drawPhoto(photo))));
  return storeAll(drawn, folder, 'Failed to upload images');
}

/** Where photos go: the project that holds them, and the folder they are put in when an upload names none. */
export function uploadPlace(): UploadConfig {
  const { hostname } = new URL(env.SUPABASE_URL);
  return { cloudName: hostname.replace(/\.supabase\.co$/, ''), folder: PHOTO_FOLDER };
}

async function storeAll(photos: MadePhoto[], folder: string, failed: string): Promise<StoredPhoto[]> {
  const named = photos.map((photo) => ({ photo, name: newPhotoName(folder) }));
  const results = await Promise.allSettled(named.map(({ photo, name }) => storePhoto(pathOf(name), photo)));
  const failure = results.find((result) => result.status === 'rejected');
  if (failure) {
    await takeBack(named.map(({ name }) => pathOf(name)));
    throw new ApiError(503, 'storage_unreachable', failed, { cause: failure.reason, headers: { 'Retry-After': '5' } });
  }
  return named.map(({ photo: { bytes, width, height }, name }) => ({
    secure_url: addressOf(pathOf(name)),
    name,
    width,
    height,
    bytes: bytes.length,
  }));
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
    const { status, code, message, cause } = error;
    throw new ApiError(status, code, message, { errors: [{ path, message }], cause });
  }
}
