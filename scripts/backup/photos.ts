import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UserError } from '#local/user-error.ts';
import type { DatabaseAdmin } from './database-admin.ts';
import { BUCKETS, type Manifest, photoFile } from './manifest.ts';

/** The bucket of uploaded photos. */
const BUCKET = 'photos';
/** Entries of a folder listed by one request. */
const PAGE_SIZE = 100;

/** Saves every photo of the shop, and of every transfer. */
export async function savePhotos({ storage }: DatabaseAdmin, folder: string): Promise<Manifest['photos']> {
  const photos: Manifest['photos'] = [];
  for (const bucket of BUCKETS) {
    for await (const path of photoPaths(storage.from(bucket))) {
      const { data, error } = await storage.from(bucket).download(path);
      if (error) throw new UserError(`The photo ${path} could not be read: ${error.message}`);
      const bytes = Buffer.from(await data.arrayBuffer());
      const photo = { path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), bucket };
      const file = photoFile(folder, photo);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await writeFile(file, bytes, { mode: 0o600 });
      photos.push(photo);
    }
  }
  return photos;
}

/** Uploads saved photos under their old names. Repeating it changes nothing. */
export async function loadPhotos({ storage }: DatabaseAdmin, folder: string, photos: Manifest['photos']): Promise<void> {
  for (const photo of photos) {
    const { path, bucket = BUCKET } = photo;
    const { error } = await storage.from(bucket).upload(path, await readFile(photoFile(folder, photo)), {
      contentType: 'image/webp',
      cacheControl: '31536000',
      upsert: true,
    });
    if (error) throw new UserError(`The photo ${path} could not be stored: ${error.message}`);
  }
}

/** Removes photos by their paths. */
export async function removePhotos({ storage }: Pick<DatabaseAdmin, 'storage'>, paths: string[]): Promise<void> {
  for (let offset = 0; offset < paths.length; offset += PAGE_SIZE) {
    const { error } = await storage.from(BUCKET).remove(paths.slice(offset, offset + PAGE_SIZE));
    if (error) throw new UserError(`Some photos could not be removed: ${error.message}`);
  }
}

type StoredFiles = ReturnType<DatabaseAdmin['storage']['from']>;

async function* photoPaths(bucket: StoredFiles, folder = ''): AsyncGenerator<string> {
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const { data, error } = await bucket.list(folder, { limit: PAGE_SIZE, offset });
    if (error) throw new UserError(`The photos could not be listed: ${error.message}`);
    for (const { name, id } of data) {
      const path = folder ? `${folder}/${name}` : name;
      // Storage lists a folder as a name without an id.
      if (id === null) yield* photoPaths(bucket, path);
      else yield path;
    }
    if (data.length < PAGE_SIZE) return;
  }
}
