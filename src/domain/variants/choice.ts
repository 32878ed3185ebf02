import { LOW_STOCK } from '#domain/limits.ts';
import type { Variant } from './contract.ts';

/** What can be chosen of a product, in the order in which texts name it. `shop.choice_name` does the same in SQL. */
export const CHOICE_KINDS = ['size', 'color'] as const;

export type ChoiceKind = (typeof CHOICE_KINDS)[number];

/** What was chosen; nothing where there was nothing to choose, or not yet. */
export type Choice = { [kind in ChoiceKind]?: string | null | undefined };

/** Pieces of one choice. Colour and size are empty where pieces are not counted by them. */
export type ChoiceStock = Pick<Variant, ChoiceKind | 'stockQuantity'>;

/** A product's pieces: all of them, and how they are divided where each choice is counted on its own. */
export interface Counted {
  stockQuantity: number;
  variants?: ChoiceStock[];
}

/** What a product comes in. */
export interface Offer {
  colors: string[];
  sizes: string[];
}

/** A product's pieces as its contract has them. */
interface Stocked {
  inStock: boolean;
  stockQuantity: number;
  variants: Pick<Variant, ChoiceKind | 'stockQuantity' | 'inStock'>[];
}

/** A choice that is enough to buy a product. */
export interface OnlyChoice {
  kind: ChoiceKind;
  /** As offered, sold-out ones included. */
  values: string[];
}

/** The choice of a line of a cart or an order. */
export function choiceOf(line: { selectedColor?: string | null | undefined; selectedSize?: string | null | undefined }): Choice {
  return { size: line.selectedSize, color: line.selectedColor };
}

/** The one choice that a product asks for; undefined where there is none, or both. */
export function onlyChoice({ colors, sizes }: Offer): OnlyChoice | undefined {
  if (colors.length > 0 && sizes.length > 0) return undefined;
  if (sizes.length > 0) return { kind: 'size', values: sizes };
  return colors.length > 0 ? { kind: 'color', values: colors } : undefined;
}

/** The choices that pieces are counted by; none where all are counted together. */
export function countedKinds({ variants = [] }: Pick<Counted, 'variants'>): ChoiceKind[] {
  return CHOICE_KINDS.filter((kind) => variants.some((variant) => variant[kind] !== ''));
}

/** The choice that is not made yet of those that pieces are `counted` by. Without it a piece cannot be ordered. */
export function missingChoice(counted: readonly ChoiceKind[], choice: Choice): ChoiceKind | undefined {
  return CHOICE_KINDS.find((kind) => counted.includes(kind) && !choice[kind]);
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
  return !missingChoice(countedKinds(counted), chosen) && left > 0 && left <= LOW_STOCK.critical ? `Only ${left} left` : '';
}

/** The pieces of a product: none when staff have switched it off. */
export function countedOf({ inStock, stockQuantity, variants }: Stocked): Counted {
  const left = variants.map(({ color, size, stockQuantity, inStock }) => ({
    color,
    size,
    stockQuantity: inStock ? stockQuantity : 0,
  }));
  return { stockQuantity: inStock ? stockQuantity : 0, ...(left.length > 0 && { variants: left }) };
}
