import { ApiError } from '#server/errors.ts';

/** What a file is, by its first bytes. `heif` is AVIF or HEIC: only decoding tells whether it can be read here. */
export type PhotoKind = 'jpeg' | 'png' | 'webp' | 'heif';

/** The fifth to twelfth byte of AVIF and HEIC. */
const HEIF_BRANDS = /^ftyp(avif|avis|mif1|msf1|mia1|hei[cxms]|hev[cxms])$/;

/** Content that a browser or another program might run. No camera writes it. */
const ALSO_A_DOCUMENT = /<script|<html[\s>]|<!doctype html|<\?php\s|%PDF-1\./i;

/** The beginning of the last 22 bytes of a zip or jar. */
const ARCHIVE_END = 'PK\x05\x06';

/**
 * The kind of photo these bytes are, whatever their name and declared type say.
 * @throws ApiError `unsupported_photo` for anything but JPEG, PNG, WebP, AVIF and HEIC, `more_than_a_photo` for files that are also something else
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
