import type { SignedInStaff } from '#server/accounts/tokens.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import type { TypedPhoto } from './copy-photos.ts';
import { isOwnPhoto, requireOwnPhotos } from './own-photos.ts';

/**
 * Saves something whose photos are addresses that staff typed. Pages show photos of this site and of its storage and no others: those must be there,
 * and a photo that is elsewhere is fetched, drawn anew and stored, and saved under its new address. `known` are addresses that stand there already;
 * they are not asked again, so that an edit does not depend on other hosts. What was stored goes again when saving is refused.
 * @throws ApiError 422 at the field of what is missing or no picture; 503 `storage_unreachable`; whatever `save` throws
 */
export async function savingPhotos<Saved>(
  { db, staff }: { db: ShopDatabase; staff: SignedInStaff },
  { typed, known }: { typed: TypedPhoto[]; known: readonly string[] },
  save: (kept: (address: string) => string) => Promise<Saved>,
): Promise<Saved> {
  const added = typed.filter(({ address }) => !known.includes(address));
  await requireOwnPhotos(
    db,
    added.filter(({ address }) => isOwnPhoto(address)),
  );
  const foreign = added.filter(({ address }) => !isOwnPhoto(address));
  if (foreign.length === 0) return save((address) => address);

  // What draws photos is large: only who needs it loads it.
  const { copyPhotos } = await import('./copy-photos.ts');
  const { copies, takeBack } = await copyPhotos({ db, staff }, foreign);
  try {
    return await save((address) => copies.get(address) ?? address);
  } catch (failure) {
    await takeBack();
    throw failure;
  }
}
