import { LOW_STOCK } from '#domain/limits.ts';
import type { Product } from '#domain/products/contract.ts';
import type { Variant } from '#domain/variants/contract.ts';

export const CHOICE_KINDS = ['color', 'size'] as const;

export type ChoiceKind = (typeof CHOICE_KINDS)[number];

/** What a shopper chose; nothing where there was nothing to choose, or not yet. */
export type Choice = { [kind in ChoiceKind]?: string | undefined };

/** Pieces of one choice. Colour and size are empty where pieces are not counted by them. */
export type ChoiceStock = Pick<Variant, ChoiceKind | 'stockQuantity'>;

/** A product's pieces: all of them, and how they are divided where each choice is counted on its own. */
export interface Counted {
  stockQuantity: number;
  variants?: ChoiceStock[];
}

/** A choice that is enough to buy a product. */
export interface OnlyChoice {
  kind: ChoiceKind;
  /** As offered, sold-out ones included. */
  values: string[];
}

/** The one choice that a product asks for; undefined where there is none, or both. */
export function onlyChoice({ colors, sizes }: Pick<Product, 'colors' | 'sizes'>): OnlyChoice | undefined {
  if (colors.length > 0 && sizes.length > 0) return undefined;
  if (sizes.length > 0) return { kind: 'size', values: sizes };
  return colors.length > 0 ? { kind: 'color', values: colors } : undefined;
}

/** The choices that pieces are counted by; none where all are counted together. */
export function countedKinds({ variants = [] }: Pick<Counted, 'variants'>): ChoiceKind[] {
  return CHOICE_KINDS.filter((kind) => variants.some((variant) => variant[kind] !== ''));
}

/** Pieces left of a choice. What is not chosen yet may be anything. */
export function piecesLeft({ stockQuantity, variants = [] }: Counted, choice: Choice): number {
  if (variants.length === 0) return stockQuantity;
  return variants
    .filter((variant) => CHOICE_KINDS.every((kind) => !choice[kind] || !variant[kind] || variant[kind] === choice[kind]))
    .reduce((sum, variant) => sum + variant.stockQuantity, 0);
}

/** Whether a value of one kind is sold out beside what is chosen of the other. Never where all pieces are counted together. */
export function isSoldOut(counted: Counted, kind: ChoiceKind, value: string, chosen: Choice = {}): boolean {
  return countedKinds(counted).length > 0 && piecesLeft(counted, { ...chosen, [kind]: value }) === 0;
}

/** `Only 2 left` of a choice; empty while there are enough, and where pieces are counted by something not chosen yet. */
export function fewLeft(counted: Counted, chosen: Choice): string {
  const left = piecesLeft(counted, chosen);
  return countedKinds(counted).every((kind) => chosen[kind]) && left > 0 && left <= LOW_STOCK.critical ? `Only ${left} left` : '';
}

/** The pieces of a product: none when staff have switched it off. */
export function countedOf({ inStock, stockQuantity, variants }: Product): Counted {
  const left = variants.map(({ color, size, stockQuantity, inStock }) => ({
    color,
    size,
    stockQuantity: inStock ? stockQuantity : 0,
  }));
  return { stockQuantity: inStock ? stockQuantity : 0, ...(left.length > 0 && { variants: left }) };
}
