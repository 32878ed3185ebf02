import { resolve } from 'node:path';
import sharp from 'sharp';
import { LOGO } from '#domain/logo.ts';

const PHOTO = resolve('public/media/hero/hero-1.webp');

/** Shade from the left, a thin frame and the logo. No text: sites show the title beside it, and fonts differ by machine. */
const OVERLAY = `<svg width="1200" height="630" fill="none" stroke="#e3c58f">
  <defs>
    <linearGradient id="shade">
      <stop offset=".2" stop-color="#2a060e" stop-opacity=".9"/>
      <stop offset=".6" stop-color="#2a060e" stop-opacity="0"/>
    </linearGradient>
  </defs>
  <rect width="1200" height="630" fill="url(#shade)" stroke="none"/>
  <rect x="28" y="28" width="1144" height="574" stroke-opacity=".55" stroke-width="1.5"/>
  <g transform="translate(128 203) scale(7)" stroke-width=".55">${LOGO.map((path) => `<path d="${path}"/>`).join('')}</g>
</svg>`;

/** The picture for shared links, 1200 × 630: the first hero photo with the logo. Drawn once per build. */
export function socialImage(): Promise<Buffer> {
  return sharp(PHOTO)
    .resize(1200, 630, { position: 'right' })
    .composite([{ input: Buffer.from(OVERLAY) }])
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}
