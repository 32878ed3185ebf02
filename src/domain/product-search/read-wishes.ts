import { amountAt, CURRENCY_WORDS, type Found, follows, type Token, tokensOf } from './amounts.ts';
import { folded } from './fold.ts';
import { saysNothing } from './understand.ts';
import { type Wishes, wordsAlone } from './wishes.ts';

/** The sizes of bangles that stand alone, and what fits everybody, as domain/variants/sizes.ts has them: importing that would load the islands' script. */
const BANGLE = /^2\.([2468]|1[02])$/;
const FITS_ALL = ['Free Size', 'One Size', 'Adjustable'];

/** Words in a row, `|` between spellings of each. */
const SE = 'se|say|sey|sy|سے';
const UPPER = {
  before:
    'under,below,within,inside,upto,up to,less than,lower than,cheaper than,not|no more than,max,maximum,budget,budget of|is|:,in,for,<',
  after: folded(
    `${SE} kam|km|kum|کم,${SE} neeche|neechay|niche|nichay|نیچے,${SE} sasta|sasti|saste|sastay|سستا|سستی|سستے,tak|tk|تک,ke|kay|k|ky|کے andar|under|ander|اندر,andar|under|اندر,mein|me|main|mai|men|میں,or|and less|under|below,max,maximum,budget|بجٹ,wala|wali|wale|walay|والا|والی|والے,ka|ki|ke|کا|کی|کے`,
  ),
};
const LOWER = {
  before: folded('over,above,more than,higher than,starting from,starting,from,min,minimum,at least,>,kam az kam,کم از کم'),
  after: folded(
    `${SE} zyada|ziada|ziyada|zyda|zada|زیادہ,${SE} upar|oopar|uper|ooper|اوپر,${SE} mehnga|mehngi|mehnge|mahnga|مہنگا|مہنگی|مہنگے,and|or above|up|over|more,plus,+`,
  ),
};
const BETWEEN = 'between,from,beech';
const TO = folded(`to,-,${SE},till,until`);
const AND = folded('and,aur,اور');
const AND_AFTER = folded('ke|kay|k|کے darmiyan|darmian|beech|bich|درمیان|بیچ,tak|tk|تک');

const SIZE = folded('size,sizes,saiz,سائز');
const NUMBER = folded('number,no,num,nmbr,nambar,نمبر');

/** Between a size and its number, and after both. */
const SAID = folded(`${NUMBER},ka,ki,ke,کا,کی,کے,is,:`);
const OF = folded('wala|wali|wale|والا|والی|والے,ka|ki|ke|کا|کی|کے');

/** Letters of sizes, as shops write them out. */
const LETTER_SIZES: Record<string, string[]> = {
  small: ['Small', 'S'],
  medium: ['Medium', 'M'],
  large: ['Large', 'L'],
};

/** A year is no budget: “new designs in 2026”. */
const YEARS = /^20[12-3]\d$/;

/** Of gold: `22k` alone is no budget. */
const KARATS = /^(9|1[048]|2[0-4])$/;

/** Reads prices and sizes out of what was typed, in English, Roman Urdu and Urdu: `earrings under 1500`, `2000 se kam`, `size 8 ring`. */
export function readWishes(typed: string): Wishes {
  const wishes = wordsAlone(typed);
  const quoted = /^["“”]/.test(typed.trim()) ? typed.replace(/["“”]/g, ' ').trim() : '';
  if (quoted) return { ...wishes, text: quoted, isExact: true };
  const { tokens, gaps } = tokensOf(typed);
  let left = '';
  let taken = 0;
  for (let at = 0; at < tokens.length; ) {
    const next = takeRange(tokens, at, wishes) ?? takeLimit(tokens, at, wishes) ?? takeSize(tokens, at, wishes);
    taken += (next ?? at) - at;
    // What stood together stays together: `18k` is no `k`.
    left += next === undefined && !CURRENCY_WORDS.has(tokens[at] ?? '') ? `${gaps[at]}${tokens[at]}` : ' ';
    at = next ?? at + 1;
  }
  if (taken === 0) return wishes;
  const text = left.replace(/^[\s,;.]+|[\s,;.]+$/g, '').replace(/\s+/g, ' ');
  return { ...wishes, text: saysNothing(text) ? nounOf(wishes.sizes) : text };
}

/** What is worn in a size that stands alone. */
function nounOf([size = '']: string[]): string {
  if (BANGLE.test(size)) return 'bangle';
  return /^\d+(\.5)?$/.test(size) ? 'ring' : '';
}

/** Each of these takes something at a place of the tokens and says where it ends, or leaves it. */
type Take = (tokens: Token[], at: number, wishes: Wishes) => number | undefined;

const takeRange: Take = (tokens, at, wishes) => {
  const start = follows(tokens, at, BETWEEN);
  const low = amountAt(tokens, start ?? at);
  if (!low || (start === undefined && isKarat(tokens, at))) return undefined;
  const joined = follows(tokens, low.next, TO);
  const high = amountAt(tokens, joined ?? follows(tokens, low.next, AND) ?? tokens.length);
  if (!high || high.value < low.value) return undefined;
  const after = follows(tokens, high.next, AND_AFTER);
  if (joined === undefined && start === undefined && after === undefined) return undefined;
  wishes.minPrice = low.value;
  wishes.maxPrice = high.value;
  return after ?? high.next;
};

const takeLimit: Take = (tokens, at, wishes) => {
  const before = (list: string) => {
    const start = follows(tokens, at, list);
    return start === undefined ? undefined : amountAt(tokens, start);
  };
  const isYear = (found: Found) => !found.isMoney && YEARS.test(String(found.value)) && /^(in|for)$/.test(tokens[at] ?? '');
  const upper = before(UPPER.before);
  if (upper && !isYear(upper))
    return limit(wishes, 'maxPrice', upper.value, follows(tokens, upper.next, UPPER.after) ?? upper.next);
  const lower = before(LOWER.before);
  if (lower) return limit(wishes, 'minPrice', lower.value, lower.next);
  const amount = amountAt(tokens, at);
  if (!amount) return undefined;
  const low = follows(tokens, amount.next, LOWER.after);
  if (low !== undefined) return limit(wishes, 'minPrice', amount.value, low);
  const high = follows(tokens, amount.next, UPPER.after);
  if (high !== undefined) return limit(wishes, 'maxPrice', amount.value, follows(tokens, high, UPPER.after) ?? high);
  return amount.isMoney && !isKarat(tokens, at) ? limit(wishes, 'maxPrice', amount.value, amount.next) : undefined;
};

function isKarat(tokens: Token[], at: number): boolean {
  return KARATS.test(tokens[at] ?? '') && tokens[at + 1] === 'k';
}

function limit(wishes: Wishes, side: 'minPrice' | 'maxPrice', value: number, next: number): number {
  wishes[side] = value;
  return next;
}

const takeSize: Take = (tokens, at, wishes) => {
  const start = follows(tokens, at, SIZE) ?? follows(tokens, at, NUMBER);
  if (start !== undefined) {
    const from = follows(tokens, start, SAID) ?? start;
    const sizes = sizesOf(tokens[from]);
    if (!sizes) return undefined;
    wishes.sizes = sizes;
    return follows(tokens, from + 1, OF) ?? from + 1;
  }
  const sizes = sizesOf(tokens[at]);
  const end = follows(tokens, at + 1, SIZE) ?? follows(tokens, at + 1, NUMBER);
  const isBangle = BANGLE.test(tokens[at] ?? '');
  if (!sizes || (end === undefined && !isBangle)) return undefined;
  wishes.sizes = sizes;
  const rest = end ?? at + 1;
  return follows(tokens, rest, SIZE) ?? rest;
};

/** A size as products write it, with what fits everybody: a number of a ring, of a bangle, or a word. */
function sizesOf(token = ''): string[] | undefined {
  const written = LETTER_SIZES[token] ?? (/^\d{1,2}(\.\d{1,2})?$/.test(token) && Number(token) > 0 ? [token] : undefined);
  return written && [...written, ...FITS_ALL];
}
