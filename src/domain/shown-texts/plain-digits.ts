/** What fills the gaps of a number that is spelled to be overlooked: `0300 dash 1234567`. */
const FILLERS = new Set(['dash', 'space', 'then', 'and', 'aur', 'phir', 'dot', 'minus', 'hyphen', 'slash']);

/** Digits as words, in English, Roman Urdu and Urdu. */
const WORDS: Record<string, string> = {};
for (const [digit, spelled] of [
  'zero o oh sifar صفر',
  'one ek aik ایک',
  'two do دو',
  'three teen تین',
  'four char chaar چار',
  'five panch paanch پانچ',
  'six chay chhe چھ',
  'seven saat سات',
  'eight aath آٹھ',
  'nine nau نو',
].entries())
  for (const word of spelled.split(' ')) WORDS[word] = String(digit);

/** Letters that stand for digits inside a number: `O3OO-l234567`. */
const ALIKE = /^[ol]+$/;

/** The digits of one script follow each other: the value is how far the first of them is. */
function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return code < 128 ? digit : String(value);
}

/**
 * A text in which numbers are easier to find: digits of all scripts as 0–9, letters of one width and small, no accents and nothing invisible. Marks go first,
 * so that their order costs nothing.
 */
export function folded(text: string): string {
  return text
    .replace(/[\p{Mn}\p{Cf}]/gu, '')
    .normalize('NFKC')
    .replace(/[\p{Mn}\p{Cf}]/gu, '')
    .replace(/\p{Nd}/gu, latinDigit)
    .toLowerCase();
}

/** Digits that stand together, and where. */
export interface DigitGroup {
  digits: string;
  start: number;
  end: number;
  hasPlus: boolean;
}

/** The longest gap between two groups of one number. */
const MAX_GAP = 4;

/** Groups of digits that may be one number, as they follow each other in a folded text: with little between them, or a word that says so. */
export function digitRuns(text: string): DigitGroup[][] {
  const runs: DigitGroup[][] = [];
  let run: DigitGroup[] = [];
  let gap = '';
  const end = () => {
    if (run.length > 0) runs.push(run);
    run = [];
  };
  for (const { 0: token, index } of text.matchAll(/\d+|\p{L}+|[^\d\p{L}]+/gu)) {
    const last = run.at(-1);
    const isNext = last?.end === index;
    const digits = /\d/.test(token)
      ? token
      : isDigits(token, text, index)
        ? token.replaceAll('o', '0').replaceAll('l', '1')
        : WORDS[token];
    if (digits !== undefined) {
      const hasPlus = gap.endsWith('+') || gap.endsWith('+(');
      if (hasPlus) end();
      if (last && isNext) Object.assign(last, { digits: last.digits + digits, end: index + token.length });
      else run.push({ digits, start: index, end: index + token.length, hasPlus });
      gap = '';
    } else if (FILLERS.has(token)) gap = '';
    else if (/\p{L}/u.test(token) || token.length > MAX_GAP) {
      end();
      gap = token;
    } else gap = token;
  }
  end();
  return runs;
}

/** Whether letters that look like digits touch one. */
function isDigits(token: string, text: string, index: number): boolean {
  return ALIKE.test(token) && (/\d/.test(text[index - 1] ?? '') || /\d/.test(text[index + token.length] ?? ''));
}
