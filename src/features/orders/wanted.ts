import type { Product } from '#domain/products/contract.ts';
import type { ReturnKind } from '#domain/returns/choices.ts';
import type { PageReturns } from '#domain/returns/page-returns.ts';
import { type Choice, choiceOf, countedOf, piecesLeft } from '#domain/variants/choice.ts';
import { choiceText, isSameChoice } from '#domain/variants/choice-text.ts';

export type ReturnItem = PageReturns['items'][number];

/** What is wanted instead of a piece. */
export interface Wanted {
  productId: string;
  selectedColor?: string;
  selectedSize?: string;
}

/** What was chosen of a line: how many pieces, and what instead. */
export interface Chosen {
  quantity: number;
  wanted: Wanted | null;
}

/** How many pieces of a line may be asked for. */
export function mayAsk(kind: ReturnKind, { mayReturn, mayClaim }: ReturnItem): number {
  return kind === 'claim' ? mayClaim : mayReturn;
}

export interface Offered {
  wanted: Wanted;
  /** The choice; empty for a piece that comes in none. */
  text: string;
  isOut: boolean;
}

/** Every choice of a product. Of the one that came all but its own, which is no other one. */
export function choicesOf(product: Product, came: ReturnItem): Offered[] {
  const counted = countedOf(product);
  const sizes = product.sizes.length > 0 ? product.sizes : [null];
  const colors = product.colors.length > 0 ? product.colors : [null];
  const isOwn = (choice: Choice) => product.id === came.productId && isSameChoice(choice, choiceOf(came));
  return sizes
    .flatMap((size) => colors.map((color) => ({ size, color })))
    .filter((choice) => !isOwn(choice))
    .map((choice) => ({
      wanted: {
        productId: product.id,
        ...(choice.color && { selectedColor: choice.color }),
        ...(choice.size && { selectedSize: choice.size }),
      },
      text: choiceText(choice),
      isOut: piecesLeft(counted, choice) <= 0,
    }));
}

export function sameWanted(one: Wanted, other: Wanted): boolean {
  return (
    one.productId === other.productId && one.selectedColor === other.selectedColor && one.selectedSize === other.selectedSize
  );
}
