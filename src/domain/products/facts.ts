import type { Occasion } from './occasions.ts';

/** What one asks before buying. A page claims nothing that staff did not fill in: null and empty are left out. */
export interface ProductFacts {
  /** Millimetres from top to bottom as it is worn: the drop of an earring, the height of a pendant. */
  lengthMm: number | null;
  /** Millimetres across. */
  widthMm: number | null;
  /** Millimetres across the opening of a ring or bangle. */
  innerMm: number | null;
  /** Millimetres of chain, strand or strap. */
  chainMm: number | null;
  /** Grams of all that is sold as one piece: of both earrings, of a whole set. */
  weightGrams: number | null;
  plating: string;
  baseMetal: string;
  stones: string;
  closure: string;
  inTheBox: string;
  isNickelFree: boolean | null;
  care: string;
  occasions: Occasion[];
}

export const NO_FACTS: ProductFacts = {
  lengthMm: null,
  widthMm: null,
  innerMm: null,
  chainMm: null,
  weightGrams: null,
  plating: '',
  baseMetal: '',
  stones: '',
  closure: '',
  inTheBox: '',
  isNickelFree: null,
  care: '',
  occasions: [],
};

/** The facts of a product, and nothing else of it. */
export function factsOf(product: ProductFacts): ProductFacts {
  const { lengthMm, widthMm, innerMm, chainMm, weightGrams, plating, baseMetal, stones, closure } = product;
  const { inTheBox, isNickelFree, care, occasions } = product;
  return {
    lengthMm,
    widthMm,
    innerMm,
    chainMm,
    weightGrams,
    plating,
    baseMetal,
    stones,
    closure,
    inTheBox,
    isNickelFree,
    care,
    occasions,
  };
}
