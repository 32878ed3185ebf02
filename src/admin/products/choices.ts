import { MAX_COLORS, MAX_SIZES } from '#shared/limits.ts';
import { SWATCH_COLORS } from '#shared/swatch-colors.ts';

/** A kind of thing that shoppers choose from on a product's page. */
export interface ChoiceKind {
  /** What one of them is called: `color`. */
  one: string;
  many: string;
  predefined: string[];
  most: number;
  longest: number;
}

export const COLORS: ChoiceKind = {
  one: 'color',
  many: 'colors',
  predefined: Object.keys(SWATCH_COLORS),
  most: MAX_COLORS,
  longest: 50,
};

const LETTERS = ['XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL'];
const NUMBERS = Array.from({ length: 13 }, (_, step) => String(6 + step));
const WORDS = ['Small', 'Medium', 'Large', 'Extra Large', 'One Size', 'Free Size'];

export const SIZES: ChoiceKind = {
  one: 'size',
  many: 'sizes',
  predefined: [...LETTERS, ...NUMBERS, ...WORDS],
  most: MAX_SIZES,
  longest: 20,
};

/** Choices with one more, or why there cannot be: it is empty, too long, there already, or one too many. */
export function withChoice(chosen: string[], typed: string, kind: ChoiceKind): { chosen: string[] } | { refusal: string } {
  const name = typed.trim();
  if (!name) return { refusal: `Type a ${kind.one} first` };
  if (name.length > kind.longest) return { refusal: `At most ${kind.longest} characters` };
  if (has(chosen, name)) return { refusal: `${name} is chosen already` };
  if (chosen.length >= kind.most) return { refusal: `Maximum ${kind.most} ${kind.many} allowed` };
  // Written as it is in the list, so that its swatch is found and filters know it.
  const known = kind.predefined.find((other) => isSame(other, name));
  return { chosen: [...chosen, known ?? name] };
}

/** True when it is chosen, however it is written. */
export function has(chosen: string[], name: string): boolean {
  return chosen.some((other) => isSame(other, name));
}

export function without(chosen: string[], name: string): string[] {
  return chosen.filter((other) => !isSame(other, name));
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
