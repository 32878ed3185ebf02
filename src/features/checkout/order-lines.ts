import { atom, computed } from 'nanostores';
import { lineKey } from '#features/cart/cart-line.ts';
import { $cartLines } from '#features/cart/cart-store.ts';

/** What the Order now sheet is opened for: one line of the cart, or all of it (`null`). Undefined at the checkout. */
export const $sheetLine = atom<string | null | undefined>();

/** Whether the sheet also orders what else is in the cart. */
export const $isWholeCart = atom(false);

/** The lines that are ordered. They are lines of the cart, so that closing the sheet loses nothing. */
export const $orderLines = computed([$cartLines, $sheetLine, $isWholeCart], (lines, only, isWhole) =>
  !only || isWhole ? lines : lines.filter((line) => lineKey(line) === only),
);

/** The sheet asks for less than the checkout and has no steps. */
export function isInSheet(): boolean {
  return $sheetLine.get() !== undefined;
}
