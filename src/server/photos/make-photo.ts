import type { Metadata } from 'sharp';
import { ApiError } from '#server/errors.ts';
import { kindOf, type PhotoKind } from './photo-content.ts';

/** Longest side of a stored photo in pixels; pages ask the image CDN for less. */
const MAX_SIDE = 2_000;

/** For a picture decoded line by line. A phone makes 12 megapixels, a good camera 40. */
const MAX_PIXELS = 40_000_000;

const TIMEOUT_SECONDS = 4;

/** Loads sharp with the first photo: its native code takes longer to load than the rest of a function. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // A function has one processor and little memory, and never sees the same photo twice.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/** A photo whose header was read and accepted. */
export interface OpenedPhoto {
  kind: PhotoKind;
  original: Buffer;
  /** Its pixels times how much memory each takes, compared with one decoded line by line. */
  weight: number;
}

export interface MadePhoto {
  bytes: Buffer;
  width: number;
  height: number;
}

/**
 * Checks from its header that a file is a photo, and not too large to decode.
 * @throws ApiError `unsupported_photo`, `more_than_a_photo`, `photo_unreadable`, `photo_too_slow`, `photo_too_large`
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
  if (weight > MAX_PIXELS) {
    const megapixels = Math.floor(MAX_PIXELS / factor / 1_000_000);
    const message = `This photo has more than ${megapixels} megapixels. Make it smaller and upload it again.`;
    throw new ApiError('photo_too_large', { message });
  }
  return { kind, original, weight };
}

/**
 * Redraws a photo as WebP: upright, in sRGB, no larger than pages need, without metadata, only its first frame. Takes the longest side that is kept.
 * One photo at a time, so that several do not add up in memory.
 * @throws ApiError `unsupported_photo` for HEIC that cannot be read here, `photo_unreadable`, `photo_too_slow`
 */
export function drawPhoto(photo: OpenedPhoto, maxSide = MAX_SIDE): Promise<MadePhoto> {
  const drawn = last.then(() => draw(photo, maxSide));
  last = drawn.catch(() => undefined);
  return drawn;
}

let last: Promise<unknown> = Promise.resolve();

async function draw({ kind, original }: OpenedPhoto, maxSide: number): Promise<MadePhoto> {
  const sharp = await loadSharp();
  const drawing = sharp(original, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer({ resolveWithObject: true });
  const { data, info } = await drawing.catch((cause: unknown) => Promise.reject(refusal(kind, cause)));
  return { bytes: data, width: info.width, height: info.height };
}

/** How many times the memory of a picture decoded line by line this one takes; sharp holds some formats in memory as a whole. */
function weightFactor({ format, depth, space, isProgressive, orientation = 1 }: Metadata): number {
  if (format === 'heif' || depth === 'ushort' || space === 'cmyk') return 3.2;
  return isProgressive || (orientation > 1 && format !== 'jpeg') ? 1.6 : 1;
}

/** What libvips failed with, as an error that tells staff what to do. */
function refusal(kind: PhotoKind, cause: unknown): ApiError {
  if (cause instanceof Error && /timeout/i.test(cause.message)) {
    const message = 'This photo takes too long to read. Make it smaller and upload it again.';
    return new ApiError('photo_too_slow', { message, cause });
  }
  // AVIF and HEIC share a container; sharp's decoder only reads AVIF.
  if (kind === 'heif') {
    const message = 'This HEIC photo cannot be read here. Save it as JPEG and upload it again.';
    return new ApiError('unsupported_photo', { message, cause });
  }
  return new ApiError('photo_unreadable', { cause });
}
