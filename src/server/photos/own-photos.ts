import { read } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { env } from '#server/env.ts';
import { ApiError, invalid } from '#server/errors.ts';
import type { TypedPhoto } from './copy-photos.ts';
import { addressOf, isPhotoName, pathOf } from './photo-storage.ts';
import { photoStorageAddress } from './photo-storage-address.ts';

const STORAGE = photoStorageAddress(env.SUPABASE_URL);

/** The site's own pictures, which are part of what is deployed. */
const SITE_PICTURES = '/media/';

const PATIENCE_MS = 3_000;

/** Whether pages can show a photo where it is. */
export function isOwnPhoto(address: string): boolean {
  return address.startsWith('/') || address.startsWith(STORAGE);
}

/** Refuses photos of the shop's own that are not there. @throws ApiError 422 naming each, 503 `storage_unreachable` */
export async function requireOwnPhotos(db: ShopDatabase, typed: TypedPhoto[]): Promise<void> {
  const isThere = await Promise.all(
    typed.map(({ address }) => (address.startsWith('/') ? isOnSite(address) : isStored(db, address))),
  );
  const missing = typed.filter((_, place) => !isThere[place]);
  if (missing.length === 0) return;
  throw invalid(missing.map(({ path }) => ({ path, message: 'There is no photo at this address' })));
}

/** The shop keeps a record of what was uploaded. Only what has none is asked for at the storage. */
async function isStored(db: ShopDatabase, address: string): Promise<boolean> {
  const { href } = new URL(address);
  if (!href.startsWith(STORAGE)) return false;
  const name = href.slice(href.lastIndexOf('/') + 1);
  if (isPhotoName(name) && href === addressOf(pathOf(name)) && (await isRecorded(db, name))) return true;
  const answer = await ask(href).catch((cause: unknown) => {
    throw new ApiError('storage_unreachable', { cause, headers: { 'Retry-After': '5' } });
  });
  return isPicture(answer);
}

async function isRecorded(db: ShopDatabase, name: string): Promise<boolean> {
  return (await read(db.from('photos').select('name').eq('name', name).maybeSingle())) !== null;
}

/** A site that cannot be asked, as one behind a password or one that is not online yet, says nothing against its picture. */
async function isOnSite(path: string): Promise<boolean> {
  const url = new URL(path, env.URL);
  if (!url.pathname.startsWith(SITE_PICTURES)) return false;
  const answer = await ask(url.href).catch(() => null);
  if (!answer || (!answer.ok && ![404, 410].includes(answer.status))) return true;
  return isPicture(answer);
}

/** What the address answers, without the picture itself. */
async function ask(address: string): Promise<Response> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS), headers: { Accept: 'image/*' } });
  await answer.body?.cancel();
  return answer;
}

function isPicture({ ok, headers }: Response): boolean {
  return ok && (headers.get('Content-Type') ?? '').startsWith('image/');
}
