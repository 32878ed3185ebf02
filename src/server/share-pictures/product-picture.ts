import { env } from '#server/env.ts';
import { logFailure } from '#server/log.ts';
import { drawPicture } from './draw-picture.ts';
import { PICTURE, type Shown } from './share-picture.ts';

/** Sites give up on a picture after some seconds. */
const TIMEOUT_MS = 4_000;

interface ProductPicture {
  jpeg: Buffer<ArrayBuffer>;
  /** False when the photo could not be had just now, so that the picture is worth no keeping. */
  isComplete: boolean;
}

/** Draws a product's picture. A photo that cannot be fetched is left out, and logged. */
export async function productPicture(shown: Shown): Promise<ProductPicture> {
  const photo = shown.image === null ? null : await fetchPhoto(shown.image);
  return { jpeg: await drawPicture(shown, photo), isComplete: (photo === null) === (shown.image === null) };
}

/** The photo in the size that is drawn, from the shop's own image CDN, which fetches from this site and its storage alone. */
async function fetchPhoto(image: string): Promise<Buffer | null> {
  const side = String(PICTURE.height);
  const wanted = new URLSearchParams({ url: image, w: side, h: side, fit: 'cover', fm: 'jpg', q: '90' });
  try {
    const response = await fetch(new URL(`/.netlify/images?${wanted}`, env.URL), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok || !response.headers.get('content-type')?.startsWith('image/'))
      throw new Error(`It answered ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  } catch (failure) {
    logFailure('fetching a photo for a shared link', failure);
    return null;
  }
}
