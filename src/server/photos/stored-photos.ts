import * as z from 'zod';
import { type PhotoQuery, photo } from '#domain/photos/contract.ts';
import { callFunction, callPage, run } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import { addressOf, isPhotoName, pathOf, removePhotos } from './photo-storage.ts';

const foundPhoto = photo.omit({ secure_url: true }).extend({ path: z.string() });

/** Stored photos, newest first, each with the products and categories that show it. */
export async function listPhotos(db: ShopDatabase, { folder, used, ...paging }: PhotoQuery) {
  const args = { folder: folder ?? null, used: used ?? null, base: addressOf('') };
  const { items, pagination } = await callPage(db, 'list_photos', args, paging, foundPhoto);
  return { items: items.map((found) => ({ ...found, secure_url: addressOf(found.path) })), pagination };
}

const folders = z.array(z.object({ folder: z.string() }));

/** Folders with photos, by name. */
export async function listPhotoFolders(db: ShopDatabase): Promise<string[]> {
  const found = await callFunction(db, 'list_photo_folders', {}, folders);
  return found.map(({ folder }) => folder);
}

/**
 * Removes a stored photo. Past orders that show it fall back to a placeholder.
 * @throws ApiError `photo_not_found`, `photo_in_use` naming the product or category that shows it, `storage_unreachable`
 */
export async function deletePhoto(db: ShopDatabase, name: string): Promise<null> {
  if (!isPhotoName(name)) throw new ApiError('photo_not_found');
  await callFunction(db, 'refuse_photo_in_use', { path: pathOf(name) });
  const removed = await removePhotos([pathOf(name)]).catch((cause: unknown) => {
    throw new ApiError('storage_unreachable', { message: 'Failed to delete image', cause, headers: { 'Retry-After': '5' } });
  });
  // The row goes last: a row without a photo can be deleted again, a photo without a row would never be found.
  const hadRow = await run(db.from('photos').delete().eq('name', name).select('name').maybeSingle());
  if (removed === 0 && !hadRow) throw new ApiError('photo_not_found');
  return null;
}
