import type { FieldError } from '#domain/failures.ts';
import { PHOTO_FOLDER } from '#domain/photos/contract.ts';
import { run } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError, invalid } from '#server/errors.ts';
import { logFailure } from '#server/log.ts';
import { fetchPhoto } from './fetch-photo.ts';
import { drawPhoto, openPhoto } from './make-photo.ts';
import { pathOf, removePhotos } from './photo-storage.ts';
import { type DrawnPhoto, storePhotos } from './upload-photos.ts';

const NO_PICTURE = 'This address does not answer with a picture. Upload the photo instead.';

/** The address of a photo as staff typed it. */
export interface TypedPhoto {
  address: string;
  /** The field it was typed into. */
  path: string;
}

interface Copies {
  /** Our address of each photo, by the typed one. */
  copies: Map<string, string>;
  /** Removes the copies. What cannot be removed is logged; nobody sees it. */
  takeBack(): Promise<void>;
}

/**
 * Copies photos from other hosts into the storage: all of them, or none. `uploadedBy` is the staff member's id.
 * @throws ApiError `validation_failed` naming each that is not a picture, `storage_unreachable`
 */
export async function copyPhotos(db: ShopDatabase, foreign: TypedPhoto[], uploadedBy: string): Promise<Copies> {
  const photos = await drawAll(foreign);
  const place = { folder: PHOTO_FOLDER, uploadedBy };
  const stored = await storePhotos(db, photos, place, 'Failed to upload images');
  const names = stored.map(({ name }) => name);
  return {
    copies: new Map(foreign.map(({ address }, index) => [address, stored[index]?.secure_url ?? address])),
    takeBack: () => remove(db, names).catch((error: unknown) => logFailure('taking back photos of a refused edit', error)),
  };
}

/** Fetches and draws photos one after the other, because together they take too much memory. @throws ApiError `validation_failed` */
async function drawAll(foreign: TypedPhoto[]): Promise<DrawnPhoto[]> {
  const photos: DrawnPhoto[] = [];
  const errors: FieldError[] = [];
  for (const { address, path } of foreign) {
    try {
      const photo = await drawPhoto(await openPhoto(new Blob([await fetchPhoto(address)])));
      photos.push({ photo, fileName: new URL(address).pathname.split('/').at(-1) ?? '' });
    } catch (failure) {
      // A refused photo says what to do. Why a host did not answer would not help staff.
      errors.push({ path, message: failure instanceof ApiError && failure.status === 422 ? failure.message : NO_PICTURE });
    }
  }
  if (errors.length > 0) throw invalid(errors);
  return photos;
}

async function remove(db: ShopDatabase, names: string[]): Promise<void> {
  await removePhotos(names.map(pathOf));
  await run(db.from('photos').delete().in('name', names));
}
