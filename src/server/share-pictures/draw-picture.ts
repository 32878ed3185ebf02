import { resolve } from 'node:path';
import sharp from 'sharp';
import { LOGO } from '#domain/logo.ts';
import { formatPrice } from '#domain/money.ts';
import { type Html, html } from '#server/html.ts';
import { PICTURE, type Shown } from './share-picture.ts';

/** The photo is square, and the words stand right of it. */
const PHOTO = PICTURE.height;
const MARGIN = 44;
const WORDS = { left: PHOTO + MARGIN, width: PICTURE.width - PHOTO - 2 * MARGIN };
const MIDDLE = WORDS.left + WORDS.width / 2;

const IVORY = '#fbf8f2';
const INK = '#231b16';
const MUTED = '#6d6156';
const WINE = '#57101f';
const WINE_DEEP = '#2a060e';
const GOLD = '#b48a4a';

/** Files of the fonts and what they call themselves. Servers have no fonts; `npm run fonts` writes these, and netlify.toml puts them into the function. */
const FOLDER = resolve('src/server/share-pictures/fonts');
const SERIF = { file: 'cormorant.ttf', family: 'Cormorant Garamond Light SemiBold' };
const SANS = { file: 'inter.ttf', family: 'Inter' };
const URDU = { file: 'nastaliq.ttf', family: 'Noto Nastaliq Urdu SemiBold' };

const URDU_WORDS = /\p{Script=Arabic}(?:(?:\p{Script=Arabic}|\p{Mn}|\u200c|\u200d|\s)*\p{Script=Arabic})?/gu;

/** What none of the fonts has, and would be drawn as boxes. */
const NO_LETTER = /[^\p{Script=Latin}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]|\p{Extended_Pictographic}|\ufe0f/gu;

/** Pixels between the lines above and below, for the name. */
const NAME = { top: 186, height: 244 };
const NAME_SIZES = [64, 58, 52, 46, 40, 35, 30];
const PRICE_SIZES = [44, 38, 32, 26];

/** WhatsApp shows no picture that is much larger. */
const MAX_BYTES = 100_000;
const QUALITIES = [82, 70, 55, 40, 25];

/** The picture for shared links: the product's photo (null: the shop's logo), its name and price, and the shop. A JPEG of at most 100 KB. */
export async function drawPicture(shown: Shown, photo: Buffer | null): Promise<Buffer<ArrayBuffer>> {
  await loadFonts();
  const [shop, name, price] = await Promise.all([
    drawLargest(NAME_SIZES.slice(4), 60, (size) => words(shown.shop, SERIF.family, size, WINE)),
    drawName(shown.name),
    drawLargest(PRICE_SIZES, 120, (size) => prices(shown, size)),
  ]);
  const nameMiddle = NAME.top + NAME.height / 2;
  const picture = sharp({ create: { ...PICTURE, channels: 3, background: IVORY } }).composite([
    photo ? { input: await sharp(photo).resize(PHOTO, PHOTO).toBuffer(), left: 0, top: 0 } : { input: frame(NO_PHOTO) },
    { input: frame(FRAME) },
    place(shop, 142),
    place(name, nameMiddle),
    place(price, 516),
  ]);
  const pixels = await picture.removeAlpha().raw().toBuffer();
  for (const quality of QUALITIES) {
    const jpeg = await sharp(pixels, { raw: { ...PICTURE, channels: 3 } })
      .jpeg({ quality, mozjpeg: true })
      .toBuffer();
    if (jpeg.length <= MAX_BYTES || quality === QUALITIES.at(-1)) return jpeg;
  }
  throw new Error('There is no quality to draw in');
}

/** A gold frame around the words, the logo above them and a line above the price. */
const FRAME = html`<g fill="none" stroke="${GOLD}">
<rect x="${PHOTO + 18}" y="18" width="${PICTURE.width - PHOTO - 36}" height="${PICTURE.height - 36}" stroke-opacity=".6" stroke-width="1.5"/>
${logo(MIDDLE - 28, 52, 1.75)}
<path d="M${MIDDLE - 60} 450h120" stroke-width="1.5"/>
</g>`;

const NO_PHOTO = html`<rect width="${PHOTO}" height="${PHOTO}" fill="${WINE_DEEP}"/>
<g fill="none" stroke="#e3c58f">${logo(PHOTO / 2 - 144, PHOTO / 2 - 144, 9)}</g>`;

function logo(left: number, top: number, scale: number): Html {
  return html`<g transform="translate(${left} ${top}) scale(${scale})" stroke-width="${1.6 / Math.sqrt(scale)}">${LOGO.map((path) => html`<path d="${path}"/>`)}</g>`;
}

function frame(content: Html): Buffer {
  const { width, height } = PICTURE;
  return Buffer.from(html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`.markup);
}

/** A name that is too long for the smallest size ends in an ellipsis. */
async function drawName(name: string): Promise<Drawn | null> {
  for (let length = name.length; ; length = Math.floor(length * 0.9)) {
    const shown = length === name.length ? name : `${name.slice(0, length).trimEnd()}…`;
    const drawn = await drawLargest(NAME_SIZES, NAME.height, (size) => words(shown, SERIF.family, size, INK));
    if (!drawn || drawn.height <= NAME.height) return drawn;
  }
}

interface Drawn {
  input: Buffer;
  width: number;
  height: number;
}

/** Text in the largest of the sizes that fits, else in the smallest. Null for a text of nothing that our fonts have. */
async function drawLargest(sizes: number[], height: number, write: (size: number) => Html | null): Promise<Drawn | null> {
  let drawn: Drawn | null = null;
  for (const size of sizes) {
    const text = write(size);
    if (!text) return null;
    drawn = await drawText(text);
    if (drawn.height <= height && drawn.width <= WORDS.width) return drawn;
  }
  return drawn;
}

async function drawText({ markup }: Html): Promise<Drawn> {
  const text = { text: markup, width: WORDS.width, align: 'centre', wrap: 'word-char', dpi: 72, rgba: true } as const;
  const { data, info } = await sharp({ text }).png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true });
  return { input: data, width: info.width, height: info.height };
}

/** Pango's markup: https://docs.gtk.org/Pango/pango_markup.html. Urdu gets its own font, somewhat smaller, because its lines slant. */
function words(text: string, family: string, size: number, color: string): Html | null {
  const known = text.replace(NO_LETTER, '').replace(/\s+/g, ' ').trim();
  if (!known) return null;
  const parts: Html[] = [];
  let end = 0;
  for (const { 0: urdu, index } of known.matchAll(URDU_WORDS)) {
    parts.push(
      html`${known.slice(end, index)}<span font_family="${URDU.family}" size="${Math.round(size * 0.7)}pt">${urdu}</span>`,
    );
    end = index + urdu.length;
  }
  return html`<span font_family="${family}" size="${size}pt" foreground="${color}">${parts}${known.slice(end)}</span>`;
}

function prices({ price, wasPrice }: Shown, size: number): Html {
  const was = wasPrice
    ? html`<span size="${Math.round(size * 0.62)}pt" foreground="${MUTED}" strikethrough="true">${formatPrice(wasPrice)}</span>`
    : [];
  return html`<span font_family="${SANS.family}" size="${size}pt" foreground="${WINE}">${formatPrice(price)}${was && '  '}${was}</span>`;
}

/** Centred at a height. */
function place(drawn: Drawn | null, middle: number) {
  if (!drawn) return { input: frame(html``) };
  const top = Math.max(0, Math.round(middle - drawn.height / 2));
  return { input: drawn.input, left: Math.round(MIDDLE - drawn.width / 2), top };
}

let fonts: Promise<unknown> | undefined;

/** Makes the fonts known to the library, which then finds them by name for every text. */
function loadFonts(): Promise<unknown> {
  fonts ??= Promise.all(
    [SERIF, SANS, URDU].map(({ file, family }) =>
      sharp({ text: { text: 'x', font: family, fontfile: resolve(FOLDER, file) } })
        .raw()
        .toBuffer(),
    ),
  );
  return fonts;
}
