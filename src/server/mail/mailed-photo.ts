import { type Html, html } from '#server/html.ts';

/** A square photo of so many pixels from the shop's own host, as JPEG: not every mail program reads WebP. Empty where there is none. */
export function mailedPhoto(image: string | null, name: string, shopUrl: string, pixels = 56): Html | '' {
  if (!image) return '';
  // Twice as many, for screens with two dots to each.
  const size = `${2 * pixels}`;
  const wanted = new URLSearchParams({ url: image, w: size, h: size, fit: 'cover', fm: 'jpg', q: '75' });
  const { href } = new URL(`/.netlify/images?${wanted}`, shopUrl);
  return html`<img src="${href}" alt="${name}" width="${pixels}" height="${pixels}" style="display:block;width:${pixels}px;height:${pixels}px">`;
}
