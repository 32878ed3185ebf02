import type { ShopDatabase } from '#server/database/client.ts';
import type { TypedPhoto } from './copy-photos.ts';
import { isOwnPhoto, requireOwnPhotos } from './own-photos.ts';

interface PhotosToSave {
  typed: TypedPhoto[];
  /** Addresses the record has already. They are not checked again, so that an edit does not depend on other hosts. */
  known: readonly string[];
  /** The staff member's id. */
  uploadedBy: string;
}

/**
 * Saves a record whose photos are addresses that staff typed. Pages show photos of this site and of its storage only: those must exist,
 * and photos from elsewhere are copied into the storage. `save` is given a function from the typed address to the stored one; when it
 * throws, the copies are removed.
 * @throws ApiError `validation_failed` for each photo that is missing or not a picture, `storage_unreachable`, whatever `save` throws
 */
export async function savingPhotos<Saved>(
  db: ShopDatabase,
  { typed, known, uploadedBy }: PhotosToSave,
  save: (storedAt: (address: string) => string) => Promise<Saved>,
): Promise<Saved> {
  const added = typed.filter(({ address }) => !known.includes(address));
  await requireOwnPhotos(
    db,
    added.filter(({ address }) => isOwnPhoto(address)),
  );
  const foreign = added.filter(({ address }) => !isOwnPhoto(address));
  if (foreign.length === 0) return save((address) => address);

  // Image processing is large, so it is loaded only when it is needed.
  const { copyPhotos } = await import('./copy-photos.ts');
  const { copies, takeBack } = await copyPhotos(db, foreign, uploadedBy);
  try {
    return await save((address) => copies.get(address) ?? address);
  } catch (failure) {
    await takeBack();
    throw failure;
  }
}
