import type { Metadata } from 'sharp';
import { ApiError } from '#server/errors.ts';
import { kindOf, type PhotoKind } from './photo-content.ts';

/** Longest side of a stored photo in pixels; pages ask the image CDN for less. */
const LONGEST_SIDE = 2_000;

/** Of a picture that is decoded line by line. A phone makes 12 megapixels, a good camera 40. */
const MOST_PIXELS = 40_000_000;

const PATIENCE_SECONDS = 4;

/** Loaded with the first photo: native code, which takes longer to load than all the rest of a function. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // A function has one processor and little memory: one thread, and nothing kept for a photo that does not come again.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/** A photo whose beginning was read and found good. */
export interface OpenedPhoto {
  kind: PhotoKind;
  original: Buffer;
  /** Its pixels, counted as often as they weigh in memory. */
  weight: number;
}

export interface MadePhoto {
  bytes: Buffer;
  width: number;
  height: number;
}

/**
 * Looks at the beginning of a file: whether it is a photo, and not too large to be decoded.
 * @throws ApiError 415 when it is no photo that can be read here, 422 when it is damaged, too large, or more than a photo
 */
export async function openPhoto(file: Blob): Promise<OpenedPhoto> {
  const original = Buffer.from(await file.arrayBuffer());
  const kind = kindOf(original);
  const sharp = await loadSharp();
  const metadata = await sharp(original, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => Promise.reject(refusal(kind, cause)));
  const factor = weightFactor(metadata);
  const weight = metadata.width * metadata.height * factor;
  if (weight > MOST_PIXELS) {
    const megapixels = Math.floor(MOST_PIXELS / factor / 1_000_000);
    const sentence = `This photo has more than ${megapixels} megapixels. Make it smaller and upload it again.`;
    throw new ApiError('photo_too_large', { message: sentence });
  }
  return { kind, original, weight };
}

/**
 * Draws a photo anew as WebP: upright, in sRGB, no larger than pages need, without anything that is not the picture.
 * Of a moving picture it keeps the first frame. One photo at a time, so that many of them do not add up in memory.
 * @throws ApiError 415 when it is HEIC that cannot be read here, 422 when it is damaged or takes too long
 */
export function drawPhoto(photo: OpenedPhoto): Promise<MadePhoto> {
  const drawn = last.then(() => draw(photo));
  last = drawn.catch(() => undefined);
  return drawn;
}

let last: Promise<unknown> = Promise.resolve();

async function draw({ kind, original }: OpenedPhoto): Promise<MadePhoto> {
  const sharp = await loadSharp();
  const drawing = sharp(original, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .timeout({ seconds: PATIENCE_SECONDS })
    .autoOrient()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer({ resolveWithObject: true });
  const { data, info } = await drawing.catch((cause: unknown) => Promise.reject(refusal(kind, cause)));
  return { bytes: data, width: info.width, height: info.height };
}

/** How much more memory a picture takes than one that is decoded line by line: all of it at once, or that several times over. */
function weightFactor({ format, depth, space, isProgressive, orientation = 1 }: Metadata): number {
  if (format === 'heif' || depth === 'ushort' || space === 'cmyk') return 3.2;
  return isProgressive || (orientation > 1 && format !== 'jpeg') ? 1.6 : 1;
}

/** What libvips stumbled over, in words of the shop. */
function refusal(kind: PhotoKind, cause: unknown): ApiError {
  if (cause instanceof Error && /timeout/i.test(cause.message)) {
    const sentence = 'This photo takes too long to read. Make it smaller and upload it again.';
    return new ApiError('photo_too_slow', { message: sentence, cause });
  }
  // The decoder at hand reads AVIF; what a phone calls HEIC is another coding in the same wrapping.
  if (kind === 'heif') {
    const sentence = 'This HEIC photo cannot be read here. Save it as JPEG and upload it again.';
    return new ApiError('unsupported_photo', { message: sentence, cause });
  }
  return new ApiError('photo_unreadable', { cause });
}
