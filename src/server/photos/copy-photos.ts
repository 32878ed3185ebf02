import type { SignedInStaff } from '#server/accounts/tokens.ts';
import { read } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError, invalid } from '#server/errors.ts';
import { logFailure } from '#server/log.ts';
import type { FieldError } from '#shared/schemas/common.ts';
import { PHOTO_FOLDER } from '#shared/schemas/photos.ts';
import { fetchPhoto } from './fetch-photo.ts';
import { drawPhoto, openPhoto } from './make-photo.ts';
import { pathOf, removePhotos } from './photo-storage.ts';
import { storeAll } from './upload-photos.ts';

const NO_PICTURE = 'This address does not answer with a picture. Upload the photo instead.';

/** An address of a photo as staff typed it. */
export interface TypedPhoto {
  address: string;
  /** The field it stands in. */
  path: string;
}

interface Copies {
  /** The shop's own address of each. */
  copies: Map<string, string>;
  /** Removes them again. What cannot be removed is logged: nobody sees it. */
  takeBack(): Promise<void>;
}

/** Copies photos from other hosts into the shop's storage: all of them, or none. @throws ApiError 422 naming each that is no picture, 503 */
export async function copyPhotos(
  { db, staff }: { db: ShopDatabase; staff: SignedInStaff },
  foreign: TypedPhoto[],
): Promise<Copies> {
  const photos = await drawAll(foreign);
  const stored = await storeAll({ db, staff, body: { folder: PHOTO_FOLDER } }, photos, 'Failed to upload images');
  const names = stored.map(({ name }) => name);
  return {
    copies: new Map(foreign.map(({ address }, place) => [address, stored[place]?.secure_url ?? address])),
    takeBack: () => remove(db, names).catch((error: unknown) => logFailure('taking back photos of a refused edit', error)),
  };
}

/** Fetches and draws photos one after the other: together they would take too much memory. @throws ApiError 422 naming each that is none */
async function drawAll(foreign: TypedPhoto[]) {
  const photos: Parameters<typeof storeAll>[1] = [];
  const complaints: FieldError[] = [];
  for (const { address, path } of foreign) {
    try {
      const photo = await drawPhoto(await openPhoto(new Blob([await fetchPhoto(address)])));
      photos.push({ photo, fileName: new URL(address).pathname.split('/').at(-1) ?? '' });
    } catch (failure) {
      // The photo's own refusals say what to do; why a host did not answer is nothing that staff could mend.
      complaints.push({ path, message: failure instanceof ApiError && failure.status === 422 ? failure.message : NO_PICTURE });
    }
  }
  if (complaints.length > 0) throw invalid(complaints);
  return photos;
}

async function remove(db: ShopDatabase, names: string[]): Promise<void> {
  await removePhotos(names.map(pathOf));
  await read(db.from('photos').delete().in('name', names));
}
