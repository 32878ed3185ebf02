import type { Admin } from '#shared/schemas/auth.ts';
import { env } from '../env.ts';
import type { Database } from '../supabase.ts';
import type { TypedPhoto } from './copy-photos.ts';

/**
 * Saves something whose photos are addresses that staff typed. Pages show photos of this site and of its storage and no others: a photo that is
 * elsewhere is fetched, drawn anew and stored, and saved under its new address. `known` are addresses that stand there already; they are not asked
 * again, so that an edit does not depend on other hosts. What was stored goes again when saving is refused.
 * @throws ApiError 422 at the field of what is no picture; 503 `storage_unreachable`; whatever `save` throws
 */
export async function savingPhotos<Saved>(
  { db, staff }: { db: Database; staff: Admin },
  { typed, known }: { typed: TypedPhoto[]; known: readonly string[] },
  save: (kept: (address: string) => string) => Promise<Saved>,
): Promise<Saved> {
  const foreign = typed.filter(({ address }) => !isShown(address) && !known.includes(address));
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

/** Whether pages can show a photo where it is. */
function isShown(address: string): boolean {
  return address.startsWith('/') || address.startsWith(`${new URL(env.SUPABASE_URL).origin}/storage/v1/object/public/`);
}
