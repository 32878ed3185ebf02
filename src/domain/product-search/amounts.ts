import { folded } from './fold.ts';

/** A word, a number or a sign, as `folded` writes it. */
export type Token = string;

/** A sum, where it ends, and whether rupees or thousands were said with it. */
export interface Found {
  value: number;
  next: number;
  isMoney: boolean;
}

/** Less is no price: it is a size, or how many pieces are in a set. */
const LEAST = 50;

const MOST = 10_000_000;

export const CURRENCY_WORDS = new Set(
  folded('rs pkr rupee rupees rupay rupaye rupey rupe روپے روپیہ روپیے روپئے ₨ /- /=').split(' '),
);

const TIMES = byFolded({
  ...{ k: 1000, thousand: 1000, hazar: 1000, hazaar: 1000, hzar: 1000, ہزار: 1000 },
  ...{ hundred: 100, sau: 100, so: 100, سو: 100 },
});

/** Read before thousands and hundreds alone: `do` is a number in `do hazar`, and not in `do jhumke`. */
const NUMBER_WORDS = byFolded({
  ...{ one: 1, ek: 1, aik: 1, ایک: 1, two: 2, do: 2, دو: 2, three: 3, teen: 3, tin: 3, تین: 3 },
  ...{ four: 4, char: 4, chaar: 4, چار: 4, five: 5, panch: 5, paanch: 5, پانچ: 5, six: 6, che: 6, chay: 6, چھ: 6 },
  ...{ seven: 7, saat: 7, سات: 7, eight: 8, aath: 8, آٹھ: 8, nine: 9, nau: 9, نو: 9, ten: 10, das: 10, دس: 10 },
  ...{ dedh: 1.5, derh: 1.5, daidh: 1.5, ڈیڑھ: 1.5, dhai: 2.5, dhaai: 2.5, ڈھائی: 2.5 },
});

const TOKEN = /\d+(?:,\d+)*(?:\.\d+)?|[\p{L}\p{M}]+|\/[-=]|[-–—<>+:₨]/gu;

/** Words, numbers and the signs that mean something beside them, each with what stands between it and the one before. Points and commas belong to numbers alone. */
export function tokensOf(typed: string): { tokens: Token[]; gaps: string[] } {
  const plain = folded(typed).toLowerCase().replace(/٫/g, '.').replace(/[٬،]/g, ',');
  return {
    tokens: (plain.match(TOKEN) ?? []).map((token) => token.replace(/[–—]/, '-')),
    gaps: plain.split(TOKEN),
  };
}

/** Where one of these phrases ends that begins at a place, the longest first. Phrases are separated by commas, spellings of a word by `|`. */
export function follows(tokens: Token[], at: number, phrases: string): number | undefined {
  const ends = phrases.split(',').flatMap((phrase) => {
    const words = phrase.split(' ');
    return words.every((word, place) => word.split('|').includes(tokens[at + place] ?? '')) ? [at + words.length] : [];
  });
  return ends.length > 0 ? Math.max(...ends) : undefined;
}

/** The sum that begins at a place: `1,500`, `Rs. 1500/-`, `2k`, `do hazar`, `پانچ سو`. */
export function amountAt(tokens: Token[], at: number): Found | undefined {
  let next = skipCurrency(tokens, at);
  const isMarked = next > at;
  const number = numberOf(tokens[next]);
  const isWord = number === undefined;
  const count =
    number ?? NUMBER_WORDS[tokens[next] ?? ''] ?? (TIMES[tokens[next] ?? ''] === 1000 && tokens[next] !== 'k' ? 0 : undefined);
  if (count === undefined) return undefined;
  // `hazar` alone is a thousand.
  if (count !== 0) next += 1;
  const times = timesAt(tokens, next, count);
  if (isWord && times === undefined) return undefined;
  if (times !== undefined) next += 1;
  const end = skipCurrency(tokens, next);
  const value = (count || 1) * (times ?? 1);
  const isMoney = isMarked || times !== undefined || end > next;
  return value > MOST || (value < LEAST && !isMarked && end === next) ? undefined : { value, next: end, isMoney };
}

/** What a number is multiplied by. `k` after thousands is `ke`: `2000 k andar`. `so` is English after a large number. */
function timesAt(tokens: Token[], at: number, count: number): number | undefined {
  const times = TIMES[tokens[at] ?? ''];
  return times !== undefined && count * times < MOST && count < 100 ? times : undefined;
}

function skipCurrency(tokens: Token[], at: number): number {
  let next = at;
  while (CURRENCY_WORDS.has(tokens[next] ?? '')) next += 1;
  return next;
}

function byFolded(values: Record<string, number>): Record<string, number | undefined> {
  return Object.fromEntries(Object.entries(values).map(([word, value]) => [folded(word), value]));
}

/** A number as prices are written; `0001` of an SKU is none. */
function numberOf(token = ''): number | undefined {
  return /^[1-9]\d*(,\d{2,3})*(\.\d+)?$/.test(token) ? Number(token.replaceAll(',', '')) : undefined;
}
