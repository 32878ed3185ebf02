/**
 * `npm run fonts`: writes the parts of the fonts that every page shows into src/styles/fonts. What other Latin texts need comes from the whole
 * fonts (fonts.css). The tool is large and seldom used: npm keeps it in its cache.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

/** Letters, digits and punctuation of English, and the signs of the shop's own texts. The ranges in fonts.css say the same. */
const TEXT = [...between(0x20, 0x7e), ...'\u00a0©«·»×é–—‘’“”•…−'].join('');

const FONTS = [
  {
    from: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    to: 'inter.woff2',
    options: { variationAxes: { wght: { min: 400, max: 600 } }, keepFeatures: ['kern', 'mark', 'calt', 'tnum'] },
  },
  {
    from: '@fontsource/cormorant-garamond/files/cormorant-garamond-latin-500-normal.woff2',
    to: 'cormorant.woff2',
    options: { keepFeatures: ['kern', 'mark', 'liga', 'lnum'] },
  },
];

type Subset = (font: Buffer, text: string, options: object) => Promise<Buffer>;

const bin = process.env['PATH']?.split(delimiter).find((path) => path.includes('_npx')) ?? '';
const subset: Subset = createRequire(join(dirname(bin), 'none.js'))('subset-font');

for (const { from, to, options } of FONTS) {
  const whole = await readFile(join('node_modules', from));
  const part = await subset(whole, TEXT, { targetFormat: 'woff2', noHinting: true, ...options });
  await writeFile(join('src/styles/fonts', to), part);
  console.log(`${to}: ${whole.length} → ${part.length} bytes`);
}

function between(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place));
}
