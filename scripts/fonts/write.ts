/**
 * `npm run fonts`: writes the parts of the fonts that every page shows into src/styles/fonts, and those that pictures for shared links are drawn with, as
 * TrueType, into src/server/share-pictures/fonts. What other Latin texts need in pages comes from the whole fonts (fonts.css). The tool is large and seldom used:
 * npm keeps it in its cache.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

/** Letters, digits and punctuation of English, and the signs of the shop's own texts. The ranges in fonts.css say the same. */
const TEXT = [...between(0x20, 0x7e), ...'\u00a0©«·»×é–—‘’“”•…−'].join('');

/** Names may also be Latin with accents, or Urdu: the letters that Arabic script shares, Urdu's own, its digits and punctuation. */
const LATIN = [TEXT, ...between(0xa1, 0xff)].join('');
const URDU = [...between(0x0600, 0x06ff), ...between(0x20, 0x40), '\u00a0\u200c\u200d'].join('');

const PAGES = 'src/styles/fonts';
const PICTURES = 'src/server/share-pictures/fonts';

const FONTS = [
  {
    from: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    to: `${PAGES}/inter.woff2`,
    options: { variationAxes: { wght: { min: 400, max: 600 } }, keepFeatures: ['kern', 'mark', 'calt', 'tnum'] },
  },
  {
    from: '@fontsource/cormorant-garamond/files/cormorant-garamond-latin-500-normal.woff2',
    to: `${PAGES}/cormorant.woff2`,
    options: { keepFeatures: ['kern', 'mark', 'liga', 'lnum'] },
  },
  {
    from: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    to: `${PICTURES}/inter.ttf`,
    text: LATIN,
    options: { targetFormat: 'truetype', variationAxes: { wght: 500 } },
  },
  {
    from: '@fontsource/cormorant-garamond/files/cormorant-garamond-latin-600-normal.woff2',
    to: `${PICTURES}/cormorant.ttf`,
    text: LATIN,
    options: { targetFormat: 'truetype' },
  },
  {
    from: '@fontsource/noto-nastaliq-urdu/files/noto-nastaliq-urdu-arabic-600-normal.woff2',
    to: `${PICTURES}/nastaliq.ttf`,
    text: URDU,
    options: { targetFormat: 'truetype' },
  },
];

type Subset = (font: Buffer, text: string, options: object) => Promise<Buffer>;

const bin = process.env['PATH']?.split(delimiter).find((path) => path.includes('_npx')) ?? '';
const subset: Subset = createRequire(join(dirname(bin), 'none.js'))('subset-font');

for (const { from, to, text = TEXT, options } of FONTS) {
  const whole = await readFile(join('node_modules', from));
  const part = await subset(whole, text, { targetFormat: 'woff2', noHinting: true, ...options });
  await writeFile(to, part);
  console.log(`${to}: ${whole.length} → ${part.length} bytes`);
}

function between(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place));
}
