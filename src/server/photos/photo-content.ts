import { ApiError } from '#server/errors.ts';

/** What a file is by its first bytes. `heif` is AVIF or HEIC: only decoding tells whether it can be read here. */
export type PhotoKind = 'jpeg' | 'png' | 'webp' | 'heif';

/** The codings that a `heif` says it has in its fifth to twelfth byte. */
const HEIF_BRANDS = /^ftyp(avif|avis|mif1|msf1|mia1|hei[cxms]|hev[cxms])$/;

/** What a browser or another program might take a photo for. No camera writes such a thing. */
const ALSO_A_DOCUMENT = /<script|<html[\s>]|<!doctype html|<\?php\s|%PDF-1\./i;

/** Begins the last 22 bytes of a zip or jar. */
const ARCHIVE_END = 'PK\x05\x06';

/**
 * What kind of photo these bytes are, whatever their name and declared type say.
 * @throws ApiError 415 `unsupported_photo` for anything but JPEG, PNG, WebP, AVIF and HEIC, 422 `more_than_a_photo` when they are also something else
 */
export function kindOf(bytes: Buffer): PhotoKind {
  const text = bytes.toString('latin1');
  const kind = signatureOf(text);
  if (!kind) throw new ApiError('unsupported_photo');
  if (ALSO_A_DOCUMENT.test(text) || text.slice(-22).startsWith(ARCHIVE_END)) {
    throw new ApiError('more_than_a_photo');
  }
  return kind;
}

function signatureOf(text: string): PhotoKind | undefined {
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('RIFF') && text.startsWith('WEBPVP8', 8)) return 'webp';
  return HEIF_BRANDS.test(text.slice(4, 12)) ? 'heif' : undefined;
}
