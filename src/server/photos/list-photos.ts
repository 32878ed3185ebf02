import * as z from 'zod';
import { callPage, read } from '#server/database/calls.ts';
import type { Call } from '#server/http/operation.ts';
import type { PhotoQuery } from '#shared/schemas/photos.ts';
import { addressOf } from './photo-storage.ts';

const found = z.looseObject({ path: z.string() });

/** Stored photos, newest first, each with the products and categories that show it. */
export async function listPhotos({ db, query }: Call<unknown, PhotoQuery>) {
  const { folder = null, used = null } = query;
  const { items, pagination } = await callPage(db, 'photo_page', { folder, used, base: addressOf('') }, query);
  return { items: items.map((item) => withAddress(found.parse(item))), pagination };
}

const folders = z.array(z.object({ folder: z.string() }));

/** Folders that hold photos, by name. */
export async function listPhotoFolders({ db }: Call): Promise<string[]> {
  return folders.parse(await read(db.rpc('photo_folders'))).map(({ folder }) => folder);
}

function withAddress(photo: z.infer<typeof found>) {
  return { ...photo, secure_url: addressOf(photo.path) };
}
