import { resolve } from 'node:path';
import sharp from 'sharp';
import { SHOP } from '#shared/shop.ts';

const PHOTO = resolve('public/media/hero/hero-1.webp');
const FONTS = resolve('node_modules/@fontsource/cormorant-garamond/files');

/** The shop's picture for shared links, 1200 × 630: its first hero photo, its name and its line. Drawn once per build. */
export async function socialImage(): Promise<Buffer> {
  const shade = `<svg width="1200" height="630">
    <defs><linearGradient id="g"><stop offset=".3" stop-color="#2a060e" stop-opacity=".92"/><stop offset=".62" stop-color="#2a060e" stop-opacity="0"/></linearGradient></defs>
    <rect width="1200" height="630" fill="url(#g)"/>
    <rect x="82" y="388" width="72" height="2" fill="#e3c58f"/>
  </svg>`;
  return sharp(PHOTO)
    .resize(1200, 630, { position: 'right' })
    .composite([
      { input: Buffer.from(shade) },
      { input: await words(SHOP.name, '#fbf8f2', 480), left: 78, top: 236 },
      { input: await words(SHOP.tagline, '#e3c58f', 132), left: 80, top: 424 },
    ])
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}

/** Words in the shop's serif as a picture; the size is given as dots per inch of twelve-point letters. */
function words(text: string, color: string, dpi: number): Promise<Buffer> {
  return sharp({
    text: {
      text: `<span foreground="${color}">${text}</span>`,
      font: 'Cormorant Garamond 12',
      fontfile: resolve(FONTS, 'cormorant-garamond-latin-500-normal.woff'),
      rgba: true,
      dpi,
    },
  })
    .png()
    .toBuffer();
}
