import { randomBytes } from 'node:crypto';
import { supabase } from '#server/database/client.ts';
import { secrets } from '#server/secrets.ts';
import type { MadePhoto } from './make-photo.ts';

const BUCKET = 'photos';

/** Storing and, after a failure, removing must both fit into the time of one request. */
const TIMEOUT_MS = 3_000;

const YEAR_SECONDS = 31_536_000;

const photos = supabase(secrets.SUPABASE_SECRET_KEY, TIMEOUT_MS).storage.from(BUCKET);

/** A new name that nobody can guess. It begins with its folder, so the name alone finds the photo. */
export function newPhotoName(folder: string): string {
  return `${folder}-${randomBytes(16).toString('hex')}.webp`;
}

export function isPhotoName(name: string): boolean {
  return /^[a-z0-9-]{1,40}-[0-9a-f]{32}\.webp$/.test(name);
}

/** A photo's path in the bucket. */
export function pathOf(name: string): string {
  return `${name.slice(0, name.lastIndexOf('-'))}/${name}`;
}

/** The public address of a path. */
export function addressOf(path: string): string {
  return photos.getPublicUrl(path).data.publicUrl;
}

/** Stores a photo; browsers keep it for ever, because its name is never used again. @throws Error unless the storage confirms it */
export async function storePhoto(path: string, photo: MadePhoto): Promise<void> {
  const { data, error } = await photos.upload(path, photo.bytes, {
    contentType: 'image/webp',
    cacheControl: `${YEAR_SECONDS}, immutable`,
  });
  if (error || data.fullPath !== `${BUCKET}/${path}`) throw new Error('The storage did not keep the photo', { cause: error });
}

/** Removes photos and returns how many there were. @throws Error unless the storage confirms it */
export async function removePhotos(paths: string[]): Promise<number> {
  const { data, error } = await photos.remove(paths);
  if (error || !Array.isArray(data)) throw new Error('The storage did not remove the photos', { cause: error });
  return data.length;
}
