import { MAX_COLORS, MAX_SIZES } from '#domain/limits.ts';
import { atMost } from '#domain/text.ts';
import { BANGLE_SIZES, RING_SIZES, sortSizes } from '#domain/variants/sizes.ts';
import { SWATCH_COLORS } from '#domain/variants/swatch-colors.ts';

export interface ChoiceKind {
  /** The noun: `color`, `colors`. */
  one: string;
  many: string;
  predefined: string[];
  /** Usual choices that belong together. */
  presets: { name: string; choices: string[] }[];
  max: number;
  maxLength: number;
}

export const COLORS: ChoiceKind = {
  one: 'color',
  many: 'colors',
  predefined: Object.keys(SWATCH_COLORS),
  presets: [],
  max: MAX_COLORS,
  maxLength: 50,
};

const LETTERS = ['XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL'];
const NUMBERS = Array.from({ length: 13 }, (_, step) => String(6 + step));
const WORDS = ['Small', 'Medium', 'Large', 'Extra Large', 'One Size', 'Free Size'];

export const SIZES: ChoiceKind = {
  one: 'size',
  many: 'sizes',
  predefined: [...LETTERS, ...NUMBERS, ...WORDS],
  presets: [
    { name: 'Bangles 2.2 – 2.12', choices: BANGLE_SIZES.map(({ size }) => size) },
    { name: 'Rings 4 – 13', choices: RING_SIZES.map(({ size }) => size) },
  ],
  max: MAX_SIZES,
  maxLength: 20,
};

/** Adds a choice, or says why not: empty, too long, already chosen, or one too many. */
export function withChoice(chosen: string[], typed: string, kind: ChoiceKind): { chosen: string[] } | { error: string } {
  const name = typed.trim();
  if (!name) return { error: `Type a ${kind.one} first` };
  if (name.length > kind.maxLength) return { error: atMost(kind.maxLength) };
  if (has(chosen, name)) return { error: `${name} is chosen already` };
  if (chosen.length >= kind.max) return { error: `Maximum ${kind.max} ${kind.many} allowed` };
  // Spelled as in the list, so that its swatch and the filters work.
  const known = kind.predefined.find((other) => isSame(other, name));
  return { chosen: [...chosen, known ?? name] };
}

/** Adds the sizes of a preset as far as there is room, in the order of the trade; says so when there is none left. */
export function withPreset(chosen: string[], sizes: string[], kind: ChoiceKind): { chosen: string[]; error: string } {
  let together = chosen;
  let error = '';
  for (const size of sizes.filter((other) => !has(chosen, other))) {
    const result = withChoice(together, size, kind);
    if ('chosen' in result) together = result.chosen;
    else error = result.error;
  }
  return { chosen: sortSizes(together), error };
}

/** Compares without regard to case. */
export function has(chosen: string[], name: string): boolean {
  return chosen.some((other) => isSame(other, name));
}

export function without(chosen: string[], name: string): string[] {
  return chosen.filter((other) => !isSame(other, name));
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
