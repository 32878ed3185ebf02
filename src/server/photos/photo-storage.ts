import { randomBytes } from 'node:crypto';
import { supabase } from '#server/database/client.ts';
import { secrets } from '#server/secrets.ts';
import type { MadePhoto } from './make-photo.ts';

const BUCKET = 'photos';

/** Storing and, when that failed, taking back must both fit into the time in which somebody waits for an answer. */
const PATIENCE_MS = 3_000;

const YEAR_SECONDS = 31_536_000;

const photos = supabase(secrets.SUPABASE_SECRET_KEY, PATIENCE_MS).storage.from(BUCKET);

/** A new name that nobody can guess. It begins with its folder, so that the name alone finds the photo. */
export function newPhotoName(folder: string): string {
  return `${folder}-${randomBytes(16).toString('hex')}.webp`;
}

export function isPhotoName(name: string): boolean {
  return /^[a-z0-9-]{1,40}-[0-9a-f]{32}\.webp$/.test(name);
}

/** Where in the bucket the photo of a name is. */
export function pathOf(name: string): string {
  return `${name.slice(0, name.lastIndexOf('-'))}/${name}`;
}

/** Where everybody can see the photo of a path. */
export function addressOf(path: string): string {
  return photos.getPublicUrl(path).data.publicUrl;
}

/** Stores a photo for ever: its name never stands for another. @throws Error when the storage does not say that it did */
export async function storePhoto(path: string, photo: MadePhoto): Promise<void> {
  const { data, error } = await photos.upload(path, photo.bytes, {
    contentType: 'image/webp',
    cacheControl: `${YEAR_SECONDS}, immutable`,
  });
  if (error || data.fullPath !== `${BUCKET}/${path}`) throw new Error('The storage did not keep the photo', { cause: error });
}

/** Removes photos. Returns how many there were. @throws Error when the storage does not say that they are gone */
export async function removePhotos(paths: string[]): Promise<number> {
  const { data, error } = await photos.remove(paths);
  if (error || !Array.isArray(data)) throw new Error('The storage did not remove the photos', { cause: error });
  return data.length;
}
