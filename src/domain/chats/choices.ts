/** What a text says of a piece: how many, which size, which colour. */

import { CheckedPattern, notAfter, word } from '#domain/checked-pattern.ts';
import type { ChatProduct } from './catalog.ts';
import { COLOR_WORDS, SIZE_WORDS, trimmed, UNIT, withDigits } from './words.ts';

export interface Said {
  quantity?: number;
  size?: string;
  color?: string;
}

/** What stands instead of a piece in a text. */
export const MARK = /[\ue100-\uefff]/u;

const COUNT = String.raw`([1-9]\d?)`;
const SIZE_LABEL = `(?:sizes?|siz|saiz|sz|سائز|سائیز)`;
const SIZE_VALUE = String.raw`(\d{1,2}(?:[./-]\d{1,2})?|free size|extra (?:small|large)|small|medium|large|x{0,3}[sl]|m)(?![\p{L}\d]|\s*${UNIT}(?!\p{L}))`;
const SIZE = new RegExp(String.raw`${SIZE_LABEL}\W{0,3}${SIZE_VALUE}`, 'iu');
/** "One size 6, one size 8". */
const COUNT_AND_SIZE = notAfter(String.raw`\d.`, new RegExp(String.raw`${COUNT}\s+${SIZE_LABEL}\W{0,3}${SIZE_VALUE}`, 'iu'));
const BANGLE_SIZE_BEFORE = notAfter(String.raw`\d.`, new RegExp(String.raw`(\d{1,2}[./]\d{1,2})\s${SIZE_LABEL}(?!\p{L})`, 'iu'));
const SIZE_BEFORE = notAfter(String.raw`\p{L}\d.`, /(\d{1,2}(?:\.\d{1,2})?|x{0,3}[sml])\s?(?:size|number|no|سائز)(?!\p{L})\.?/iu);
const BANGLE_SIZE = notAfter(String.raw`\d./-`, /(2[./-]\d{1,2})(?![\d./-])/u);
const LABELLED_QUANTITY = /(?:qty|quantity|تعداد)\W{0,3}([1-9]\d?)(?!\d)/iu;
const QUANTITY = notAfter(
  String.raw`\p{L}\d.`,
  new RegExp(
    String.raw`${COUNT}\s?(?:x|×|${UNIT})(?![\p{L}\d])|(?:x|×)\s?${COUNT}(?![\d.])|${COUNT}\s+(?=[\ue100-\uefff])`,
    'iu',
  ),
);
const BARE_NUMBER = notAfter(String.raw`\p{L}\d.,/#-`, /([1-9]\d?)(?![\p{L}\d.,/-])/gu);
const COLOR = /(?:colou?r|clr|rang|رنگ)\W{0,3}(\p{L}+(?:\s\p{L}+)?)/iu;
/** How many of a set are a dozen, staff ask. */
const DOZENS = word(/(?:(?:half|\d+)\s+)?(?:dozens?|darjan|درجن)(?!\p{L})/iu);
const PRICES = [
  /@\s?\d[\d,]*(?:\/-)?/gu,
  word(/(?:rs|pkr)\.?\s?\d[\d,]*(?:\/-)?/giu),
  notAfter(String.raw`\d.`, /\d[\d,]*\s?(?:rs|rupees|pkr|\/-)(?!\p{L})/giu),
];
const AROUND = word(
  /(?:in|mein|main|me|mai|colou?rs?|clr|rang|shade|رنگ|میں|sizes?|سائز|wal[aie]y?|والا|والی|والے|order|item|product|article|design|code|sku|of|total)(?!\p{L})\W*/giu,
);

/** Takes the choices of a piece out of a text. `isDoubtful` where a number may be a size or a quantity. */
export function attributesOf(text: string, product?: ChatProduct): { said: Said; rest: string; isDoubtful: boolean } {
  const unpriced = PRICES.reduce((before, price) => before.replace(price, ' '), withDigits(text));
  let rest = withoutRejected(unpriced).replace(/([\s\ue100-\uefff])[-–—=:]+\s*(?=\d)/gu, '$1 ');
  const cut = (pattern: RegExp) => {
    const match = pattern.exec(rest);
    if (match) rest = rest.replace(match[0], ' ');
    return match ? [match.slice(1).find(Boolean) ?? match[0], ...match.slice(1).filter(Boolean).slice(1)] : [];
  };
  const [each, itsSize] = cut(COUNT_AND_SIZE);
  if (each) for (const match of [QUANTITY, BARE_NUMBER]) cut(new CheckedPattern(match, 'iu'));
  const size =
    itsSize ?? cut(BANGLE_SIZE_BEFORE)[0] ?? cut(SIZE)[0] ?? cut(SIZE_BEFORE)[0] ?? (product && bareSize(product, cut));
  let quantity = each ?? cut(LABELLED_QUANTITY)[0] ?? cut(QUANTITY)[0];
  const isDozens = cut(DOZENS).length > 0;
  const color = offeredColor(product?.colors ?? [], cut) ?? namedColor(cut) ?? cut(COLOR)[0];
  const at = rest.search(MARK);
  let doubtful: string | undefined;
  if (quantity === undefined) {
    const [number, ...others] = [...rest.matchAll(BARE_NUMBER)];
    if (number && others.length === 0) {
      rest = rest.replace(BARE_NUMBER, ' ');
      const isSize = size === undefined && number.index > at && (product?.sizes ?? []).includes(number[1] ?? '');
      if (isSize) doubtful = number[1];
      else quantity = number[1];
    }
  }
  const isLeft = at >= 0 && BARE_NUMBER.test(rest);
  BARE_NUMBER.lastIndex = 0;
  const chosen = size ?? doubtful;
  return {
    said: {
      ...(quantity && { quantity: Number(quantity) }),
      ...(chosen && { size: sizeOf(chosen, product) }),
      ...(color && { color }),
    },
    rest: trimmed(rest.replace(MARK, ' ').replace(AROUND, ' ').replace(/\s+/g, ' ')),
    isDoubtful: doubtful !== undefined || isLeft || isDozens,
  };
}

/** "White nahi, pink" and "pink, not white" say nothing of white. */
function withoutRejected(text: string): string {
  return text
    .replace(/[\p{L}\d./]+\s+(?:nahi|nahin|nhi|nai|ki jagah?|k[ei] bajaye|نہیں|کی جگہ|کے بجائے)[\s,،]+(?=\S)/giu, ' ')
    .replace(word(/(?:instead of|not)\s+[\p{L}\d./]+/giu), ' ');
}

const ANY_COLOR = COLOR_WORDS.map(([, words]) => words.source).join('|');
const EACH_COLOR = new RegExp(`(\\d\\s+(?:${ANY_COLOR}))\\s+(?=\\d\\s+(?:${ANY_COLOR}))`, 'giu');

/** "One green one white" with a comma between. */
export function eachColorApart(text: string): string {
  return withDigits(text).replace(EACH_COLOR, '$1, ');
}

/** Whether a product comes in a choice; always when nothing was chosen. */
export function isOffered(choices: readonly string[], asked: string | undefined): boolean {
  return !asked || choices.some((choice) => choice.toLowerCase() === asked.toLowerCase());
}

type Cut = (pattern: RegExp) => string[];

function bareSize({ sizes }: ChatProduct, cut: Cut): string | undefined {
  if (sizes.some((size) => BANGLE_SIZE.test(size))) {
    const [size] = cut(BANGLE_SIZE);
    if (size) return size;
  }
  for (const [size, words] of SIZE_WORDS) {
    if (sizes.length > 0 && cut(words).length > 0) return size;
  }
  return undefined;
}

const ROSE_GOLD = word(/rose[ -]?gold(?!\p{L})/iu);

function offeredColor(colors: readonly string[], cut: Cut): string | undefined {
  const longestFirst = [...colors].sort((one, other) => other.length - one.length);
  for (const color of longestFirst) {
    const [, words] = COLOR_WORDS.find(([name]) => name.toLowerCase() === color.toLowerCase()) ?? [];
    const own = word(new RegExp(String.raw`${color.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}(?!\p{L})`, 'iu'));
    // Gold in "rose gold" is another colour.
    const isPartOfLonger = longestFirst.some(
      (other) => other !== color && other.length > color.length && other.toLowerCase().endsWith(color.toLowerCase()),
    );
    if (!isPartOfLonger && /^gold$/i.test(color) && cut(ROSE_GOLD).length > 0) return 'Rose Gold';
    if ((words && cut(words).length > 0) || cut(own).length > 0) return color;
  }
  return undefined;
}

function namedColor(cut: Cut): string | undefined {
  return COLOR_WORDS.find(([, words]) => cut(words).length > 0)?.[0];
}

/** A size as the shop writes it: bangles of "2/6" and "2-6" are 2.6, and S is Small where that is offered. */
export function sizeOf(size: string, product?: ChatProduct): string {
  const written = size.trim().replace(/^(2)[/-](\d{1,2})$/, '$1.$2');
  const same = product?.sizes.find((offered) => offered.toLowerCase() === written.toLowerCase());
  const begun =
    /^[sml]$/i.test(written) && product?.sizes.find((offered) => offered.toLowerCase().startsWith(written.toLowerCase()));
  return same ?? (begun || written);
}
