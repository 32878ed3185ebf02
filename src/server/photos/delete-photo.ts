import { callFunction, read } from '#server/database/calls.ts';
import { ApiError } from '#server/errors.ts';
import type { StaffCall } from '#server/http/operation.ts';
import { isPhotoName, pathOf, removePhotos } from './photo-storage.ts';

/**
 * Removes a stored photo. Orders that remember it show the stand-in from then on.
 * @throws ApiError 404 `photo_not_found`, 409 `photo_in_use` naming the product or category that shows it, 503 `storage_unreachable`
 */
export async function deletePhoto({ db, params: { name } }: StaffCall<unknown, unknown, { name: string }>): Promise<null> {
  if (!isPhotoName(name)) throw notFound();
  await callFunction(db, 'refuse_photo_in_use', { path: pathOf(name) });
  const removed = await removePhotos([pathOf(name)]).catch((cause: unknown) => {
    throw new ApiError('storage_unreachable', { message: 'Failed to delete image', cause, headers: { 'Retry-After': '5' } });
  });
  // After the photo: a row without a photo can be deleted again, a photo without a row would be found by nobody.
  const forgotten = await read(db.from('photos').delete().eq('name', name).select('name').maybeSingle());
  if (removed === 0 && !forgotten) throw notFound();
  return null;
}

function notFound(): ApiError {
  return new ApiError('photo_not_found');
}
