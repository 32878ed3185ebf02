import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { UploadedReceipt } from '#domain/advances/contract.ts';
import type { ReceiptUpload } from '#domain/photos/contract.ts';
import { callFunction, run } from '#server/database/calls.ts';
import { type ShopDatabase, supabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import { logFailure } from '#server/log.ts';
import type { Network } from '#server/network.ts';
import { drawPhoto, openPhoto } from '#server/photos/make-photo.ts';
import { hashOf } from '#server/secret-token.ts';
import { secrets } from '#server/secrets.ts';

const BUCKET = 'receipts';

/** Enough to read the small print of a screenshot. */
const MAX_SIDE = 1_600;

/** What a phone's camera makes: strangers get no more of a function's time. */
const MAX_WEIGHT = 16_000_000;

/** Storing and, after a failure, removing must both fit into the time of one request. */
const TIMEOUT_MS = 3_000;

const receipts = supabase(secrets.SUPABASE_SECRET_KEY, TIMEOUT_MS).storage.from(BUCKET);

/**
 * Stores the photo of a receipt for the order of a link: drawn anew, without metadata. Returns the id that it is sent with the transfer by. Its row is there
 * first: a row without a photo goes with the next night, a photo without a row would never be found.
 * @throws ApiError for what is not a usable photo, `order_page_not_found`, `order_page_ended`, `advance_not_asked`, `too_many_receipts`, `storage_unreachable`
 */
export async function uploadReceipt(
  db: ShopDatabase,
  { file, orderNumber, key }: ReceiptUpload,
  network: Network,
): Promise<UploadedReceipt> {
  const opened = await openPhoto(file);
  if (opened.weight > MAX_WEIGHT) throw new ApiError('photo_too_large');
  const { bytes } = await drawPhoto(opened, MAX_SIDE);
  const id = randomBytes(16).toString('hex');
  const name = `${randomBytes(16).toString('hex')}.webp`;
  const photo = { id, name, hash: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length };
  await callFunction(db, 'add_receipt', {
    order_number: orderNumber,
    key,
    photo,
    network: secrets.SHOP_RATE_LIMITS === 'off' ? null : hashOf(network),
  });
  const { data, error } = await receipts.upload(name, bytes, { contentType: 'image/webp', cacheControl: 'no-store' });
  if (error || data.fullPath !== `${BUCKET}/${name}`) {
    // A slow storage may have kept it: housekeeping tries again when this fails, too.
    await removeReceipts(db, [name]).catch((failure: unknown) => logFailure('taking back a receipt', failure));
    throw new ApiError('storage_unreachable', {
      message: 'Failed to upload image',
      cause: error,
      headers: { 'Retry-After': '5' },
    });
  }
  return { id };
}

/** The photo of a receipt, for staff. @throws ApiError `photo_not_found`, `storage_unreachable` */
export async function readReceipt(db: ShopDatabase, id: string): Promise<{ photo: string }> {
  const { name } = await callFunction(db, 'find_receipt', { receipt_id: id }, z.object({ name: z.string() }));
  const { data, error } = await receipts.download(name);
  if (error) throw new ApiError('storage_unreachable', { message: 'The photo cannot be read just now', cause: error });
  return { photo: `data:image/webp;base64,${Buffer.from(await data.arrayBuffer()).toString('base64')}` };
}

/** Removes receipts whose time is over. Rows go last, so that what fails is tried again. */
export async function removeEndedReceipts(db: ShopDatabase): Promise<void> {
  const names = (await callFunction(db, 'ended_receipts', {}, z.array(z.object({ name: z.string() })))).map(({ name }) => name);
  if (names.length > 0) await removeReceipts(db, names);
}

async function removeReceipts(db: ShopDatabase, names: string[]): Promise<void> {
  const { data, error } = await receipts.remove(names);
  if (error || !Array.isArray(data)) throw new Error('The storage did not remove the receipts', { cause: error });
  await run(db.from('advance_receipts').delete().in('name', names).select('name'));
}
