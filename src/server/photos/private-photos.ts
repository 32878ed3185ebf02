import { randomBytes } from 'node:crypto';
import { supabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import { secrets } from '#server/secrets.ts';
import { drawPhoto, openPhoto } from './make-photo.ts';

/** What a phone's camera makes: nobody gets more of a function's time. */
const MAX_WEIGHT = 16_000_000;

/** The longest sides that are tried until a photo is small enough. Browsers send no larger one; what comes past them is drawn to it. */
const SIDES = [1_280, 1_024, 800, 640, 480, 320];

/** Storing and reading must fit into the time of one request. */
const TIMEOUT_MS = 3_000;

/** Photos in a bucket that only the server reads. Their rows come first and go last, so that none is lost. */
export function privatePhotos(bucket: string) {
  const storage = supabase(secrets.SUPABASE_SECRET_KEY, TIMEOUT_MS).storage.from(bucket);
  return {
    /** Stores a photo under its name; the same again replaces it. @throws ApiError `storage_unreachable` */
    async store(name: string, bytes: Uint8Array): Promise<void> {
      const options = { contentType: 'image/webp', cacheControl: 'no-store', upsert: true };
      const { data, error } = await storage.upload(name, bytes, options);
      if (error || data.fullPath !== `${bucket}/${name}`)
        throw new ApiError('storage_unreachable', {
          message: 'Failed to upload image',
          cause: error,
          headers: { 'Retry-After': '5' },
        });
    },
    /** A photo as an address that holds it whole: no link of it can be passed on. @throws ApiError `storage_unreachable` */
    async read(name: string): Promise<{ photo: string }> {
      const { data, error } = await storage.download(name);
      if (error) throw new ApiError('storage_unreachable', { message: 'The photo cannot be loaded right now', cause: error });
      return { photo: `data:image/webp;base64,${Buffer.from(await data.arrayBuffer()).toString('base64')}` };
    },
    async remove(names: string[]): Promise<void> {
      const { data, error } = await storage.remove(names);
      if (error || !Array.isArray(data)) throw new Error(`The storage did not remove photos of ${bucket}`, { cause: error });
    },
  };
}

/**
 * Draws an uploaded photo anew, without metadata and in at most `maxBytes`, with a name and an id that nobody can guess.
 * @throws ApiError for what is not a usable photo
 */
export async function redrawPhoto(file: Blob, maxBytes: number): Promise<{ id: string; name: string; bytes: Uint8Array }> {
  const opened = await openPhoto(file);
  if (opened.weight > MAX_WEIGHT) throw new ApiError('photo_too_large');
  let bytes = new Uint8Array();
  for (const side of SIDES) {
    bytes = new Uint8Array((await drawPhoto(opened, side)).bytes);
    if (bytes.length <= maxBytes) break;
  }
  return { id: randomBytes(16).toString('hex'), name: `${randomBytes(16).toString('hex')}.webp`, bytes };
}
