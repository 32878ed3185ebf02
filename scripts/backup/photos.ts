import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UserError } from '#local/user-error.ts';
import type { Owner } from './database-admin.ts';
import { type Manifest, photoFile } from './manifest.ts';

/** The bucket of uploaded photos, as the migrations make it. */
const BUCKET = 'photos';
/** Entries of a folder asked for at once. */
const PORTION = 100;

/** Saves every photo of the shop. */
export async function savePhotos({ storage }: Owner, folder: string): Promise<Manifest['photos']> {
  const photos: Manifest['photos'] = [];
  for await (const path of photoPaths(storage)) {
    const { data, error } = await storage.from(BUCKET).download(path);
    if (error) throw new UserError(`The photo ${path} could not be read: ${error.message}`);
    const bytes = Buffer.from(await data.arrayBuffer());
    const file = photoFile(folder, path);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, bytes, { mode: 0o600 });
    photos.push({ path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
  }
  return photos;
}

/** Puts saved photos where they were. One that is there already is replaced by the same. */
export async function loadPhotos({ storage }: Owner, folder: string, photos: Manifest['photos']): Promise<void> {
  for (const { path } of photos) {
    const { error } = await storage.from(BUCKET).upload(path, await readFile(photoFile(folder, path)), {
      contentType: 'image/webp',
      cacheControl: '31536000',
      upsert: true,
    });
    if (error) throw new UserError(`The photo ${path} could not be stored: ${error.message}`);
  }
}

async function* photoPaths(storage: Owner['storage'], folder = ''): AsyncGenerator<string> {
  for (let offset = 0; ; offset += PORTION) {
    const { data, error } = await storage.from(BUCKET).list(folder, { limit: PORTION, offset });
    if (error) throw new UserError(`The photos could not be listed: ${error.message}`);
    for (const { name, id } of data) {
      const path = folder ? `${folder}/${name}` : name;
      // A folder is a name without an object of its own.
      if (id === null) yield* photoPaths(storage, path);
      else yield path;
    }
    if (data.length < PORTION) return;
  }
}
