import { PHOTO_FALLBACK } from './photo-placeholder.ts';

/** What an `<img>` needs to load no more of a photo than the screen shows. Spread it into React or Astro markup. */
export interface Photo {
  src: string;
  srcSet: string;
  sizes: string;
  width: number;
  height: number;
}

interface Wanted {
  /** Widths in pixels that the image CDN should offer, smallest first. */
  widths: readonly number[];
  /** How wide the photo stands on the page, as in the `sizes` attribute. */
  sizes: string;
  /** Width divided by height; photos are cropped to it. Square by default. */
  ratio?: number;
  /** Which side a crop keeps. */
  keep?: 'center' | 'left' | 'right' | 'top';
  quality?: number;
  /** AVIF takes half of WebP's bytes but a second to encode; older browsers need WebP beside it. */
  format?: 'webp' | 'avif';
}

/**
 * `sizes` of a photo that is so wide on phones (in vw), and as given elsewhere. Screens with three dots to a pixel get a smaller width: nobody sees more than
 * two dots, and everybody waits for them.
 */
export function phoneSizes(vw: number, elsewhere: string): string {
  return `(max-width: 47.99rem) and (min-resolution: 2.1dppx) ${Math.round(vw * 0.67)}vw, ${elsewhere}`;
}

/** A photo through the image CDN of our own origin: resized, cropped and re-encoded, wherever the original is hosted. */
export function photo(url: string | null | undefined, { widths, sizes, ratio = 1, keep, ...rest }: Wanted): Photo {
  const largest = widths[widths.length - 1] ?? 800;
  const size = { width: largest, height: Math.round(largest / ratio) };
  if (!url || url.endsWith('.svg')) return { src: url || PHOTO_FALLBACK, srcSet: '', sizes, ...size };
  const at = (width: number) => photoUrl(url, { width, height: Math.round(width / ratio), ...rest, ...(keep && { keep }) });
  return { src: at(middle(widths)), srcSet: widths.map((width) => `${at(width)} ${width}w`).join(', '), sizes, ...size };
}

interface Cut {
  width: number;
  height: number;
  keep?: string;
  quality?: number;
  format?: 'webp' | 'avif' | 'jpg';
}

/** Address of one size of a photo at the image CDN. */
export function photoUrl(url: string, { width, height, keep, quality = 75, format = 'webp' }: Cut): string {
  const wanted = new URLSearchParams({ url, w: `${width}`, h: `${height}`, fit: 'cover', fm: format, q: `${quality}` });
  if (keep && keep !== 'center') wanted.set('position', keep);
  return `/.netlify/images?${wanted}`;
}

/** Address of a whole photo, uncropped, at most so many pixels wide and never blown up. */
export function wholePhotoUrl(url: string, width: number): string {
  return `/.netlify/images?${new URLSearchParams({ url, w: `${width}`, fm: 'webp', q: '85' })}`;
}

function middle(widths: readonly number[]): number {
  return widths[Math.floor(widths.length / 2)] ?? 800;
}
