/** A common size and the inner diameter of a piece in it, in millimetres. */
export interface MeasuredSize {
  size: string;
  innerMm: number;
}

/** Bangles, called by their inner diameter in inches and annas (sixteenths): 2.4 is 2 4/16 in. Text, because 2.10 is not 2.1. */
export const BANGLE_SIZES: MeasuredSize[] = [
  { size: '2.2', innerMm: 54.0 },
  { size: '2.4', innerMm: 57.2 },
  { size: '2.6', innerMm: 60.3 },
  { size: '2.8', innerMm: 63.5 },
  { size: '2.10', innerMm: 66.7 },
  { size: '2.12', innerMm: 69.9 },
];

/** Rings in American numbers, which Pakistan uses, too. */
export const RING_SIZES: MeasuredSize[] = Array.from({ length: 10 }, (_, step) => {
  const size = String(4 + step);
  return { size, innerMm: ringDiameter(size) };
});

export const FREE_SIZE = 'Free Size';

/** The inner diameter of a ring in millimetres, to a tenth; also of half sizes. Takes a positive number as text. */
export function ringDiameter(size: string): number {
  return Math.round((11.63 + 0.8128 * Number(size)) * 10) / 10;
}

/** What a shop sells in sizes of its own; null for other categories. Takes the category's slug or name. */
export function sizedKind(category: string): 'ring' | 'bangle' | null {
  if (/(^|[- ])rings?$/i.test(category)) return 'ring';
  return /bracelet|bangle|kara/i.test(category) ? 'bangle' : null;
}

/** Sizes in the order of the trade: numbers, then letters or their words, then others by alphabet, and what fits everybody. */
export function compareSizes(one: string, other: string): number {
  const [a, b] = [sizeKey(one), sizeKey(other)];
  return a.group - b.group || a.whole - b.whole || a.part - b.part || alphabet.compare(one, other);
}

/** A copy in the order of the trade. */
export function sortSizes(sizes: readonly string[]): string[] {
  return [...sizes].sort(compareSizes);
}

const alphabet = new Intl.Collator('en', { numeric: true });

const LETTERS = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL'];
const WORDS: Record<string, string> = {
  'EXTRA SMALL': 'XS',
  SMALL: 'S',
  MEDIUM: 'M',
  LARGE: 'L',
  'EXTRA LARGE': 'XL',
  '2XL': 'XXL',
  '3XL': 'XXXL',
};

/** What fits everybody, as it is written. */
export const FITS_ALL = [FREE_SIZE, 'One Size', 'Adjustable'];

const FITTING = FITS_ALL.map((name) => name.toUpperCase());

/** Inches of bangles, whose annas count to 16. Ring numbers are larger, and their part is a decimal fraction. */
const MAX_BANGLE_INCHES = 3;

function sizeKey(size: string): { group: number; whole: number; part: number } {
  const name = size.trim().toUpperCase();
  const [, whole, part = ''] = /^(\d{1,4})(?:\.(\d{1,2}))?$/.exec(name) ?? [];
  if (whole) {
    const isAnna = Number(whole) <= MAX_BANGLE_INCHES;
    return { group: 0, whole: Number(whole), part: isAnna ? Number(part) : Number(`0.${part || 0}`) };
  }
  const letter = LETTERS.indexOf(WORDS[name] ?? name);
  if (letter >= 0) return { group: 1, whole: letter, part: 0 };
  return { group: FITTING.includes(name) ? 3 : 2, whole: 0, part: 0 };
}
