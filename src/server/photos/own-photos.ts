import { imageAddress } from '#domain/photos/image-address.ts';
import { run } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { env } from '#server/env.ts';
import { ApiError, invalid } from '#server/errors.ts';
import type { TypedPhoto } from './copy-photos.ts';
import { addressOf, isPhotoName, pathOf } from './photo-storage.ts';
import { photoStorageAddress } from './photo-storage-address.ts';

const STORAGE = photoStorageAddress(env.SUPABASE_URL);

/** Pictures that are deployed with the site. */
const SITE_PICTURES = '/media/';

const TIMEOUT_MS = 3_000;

/** Whether pages can show a photo from its address. */
export function isOwnPhoto(address: string): boolean {
  return address.startsWith('/') || address.startsWith(STORAGE);
}

/** Checks that photos of this site or its storage exist. @throws ApiError `validation_failed` naming each missing one, `storage_unreachable` */
export async function requireOwnPhotos(db: ShopDatabase, typed: TypedPhoto[]): Promise<void> {
  const isThere = await Promise.all(typed.map(({ address }) => exists(db, address)));
  const missing = typed.filter((_, index) => !isThere[index]);
  if (missing.length === 0) return;
  throw invalid(missing.map(({ path }) => ({ path, message: 'There is no photo at this address' })));
}

/** So many addresses are looked for at once. */
const CONCURRENCY = 20;

/** Why addresses cannot be shown as they are, for those that cannot: they are of another site, or there is no photo. @throws ApiError `storage_unreachable` */
export async function refusedPhotos(db: ShopDatabase, addresses: string[]): Promise<Map<string, string>> {
  const refused = new Map<string, string>();
  for (let start = 0; start < addresses.length; start += CONCURRENCY) {
    const chunk = addresses.slice(start, start + CONCURRENCY);
    await Promise.all(
      chunk.map(async (address) => {
        if (!imageAddress.safeParse(address).success) refused.set(address, 'Not an address of a photo');
        else if (!isOwnPhoto(address)) refused.set(address, 'Upload this photo first, it is on another site');
        else if (!(await exists(db, address))) refused.set(address, 'There is no photo at this address');
      }),
    );
  }
  return refused;
}

function exists(db: ShopDatabase, address: string): Promise<boolean> {
  return address.startsWith('/') ? isOnSite(address) : isStored(db, address);
}

/** Uploads have a row in the database. The storage is only asked about photos without one. */
async function isStored(db: ShopDatabase, address: string): Promise<boolean> {
  const { href } = new URL(address);
  if (!href.startsWith(STORAGE)) return false;
  const name = href.slice(href.lastIndexOf('/') + 1);
  if (isPhotoName(name) && href === addressOf(pathOf(name)) && (await isRecorded(db, name))) return true;
  const answer = await probe(href).catch((cause: unknown) => {
    throw new ApiError('storage_unreachable', { cause, headers: { 'Retry-After': '5' } });
  });
  return isPicture(answer);
}

async function isRecorded(db: ShopDatabase, name: string): Promise<boolean> {
  return run(db.from('photos').select('name').eq('name', name).maybeSingle());
}

/** A site that cannot be asked (behind a password, not online yet) counts as having the picture. */
async function isOnSite(path: string): Promise<boolean> {
  const url = new URL(path, env.URL);
  if (!url.pathname.startsWith(SITE_PICTURES)) return false;
  const answer = await probe(url.href).catch(() => null);
  if (!answer || (!answer.ok && ![404, 410].includes(answer.status))) return true;
  return isPicture(answer);
}

/** Fetches an address without the picture itself. */
async function probe(address: string): Promise<Response> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), headers: { Accept: 'image/*' } });
  await answer.body?.cancel();
  return answer;
}

function isPicture({ ok, headers }: Response): boolean {
  return ok && (headers.get('Content-Type') ?? '').startsWith('image/');
}
