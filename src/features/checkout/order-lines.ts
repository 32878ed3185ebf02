import { atom, computed } from 'nanostores';
import { lineKey } from '#features/cart/cart-line.ts';
import { $cartLines } from '#features/cart/cart-store.ts';
import type { CheckoutForm } from './checkout-form.ts';

/** The Order now sheet, which has no steps and asks for less than the checkout. */
export interface Sheet {
  /** The key of the line that it orders; null for the whole cart. */
  line: string | null;
  /** What it asks for, with what it says when that is missing. */
  required: Partial<CheckoutForm>;
  incomplete: string;
}

/** Undefined at the checkout. */
export const $sheet = atom<Sheet | undefined>();

/** Whether the sheet also orders what else is in the cart. */
export const $isWholeCart = atom(false);

/** The lines that are ordered. They are lines of the cart, so that closing the sheet loses nothing. */
export const $orderLines = computed([$cartLines, $sheet, $isWholeCart], (lines, sheet, isWhole) =>
  !sheet?.line || isWhole ? lines : lines.filter((line) => lineKey(line) === sheet.line),
);
