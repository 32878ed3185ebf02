import { atom } from 'nanostores';
import { safePersistentAtom } from '#browser/safe-persistent-atom.ts';
import { asRecord, isText } from '#browser/storage.ts';
import type { CartQuote } from '#domain/cart/contract.ts';
import type { CartLine } from './cart-line.ts';
import { subtotalOf } from './cart-store.ts';

/** A code, and how many rupees it took off pieces for `of` rupees when the shop was last asked. */
export interface Discount {
  code: string;
  off: number;
  of: number;
}

export const NO_DISCOUNT: Discount = { code: '', off: 0, of: 0 };

/** The code that was typed or came with a link. */
export const $discount = safePersistentAtom<Discount>('code_v1', NO_DISCOUNT, parseDiscount);

/** While the shop is asked about the code. */
export const $asking = atom<Promise<void> | undefined>();

/** Why the code takes nothing off. */
export const $refusal = atom('');

export function parseDiscount(found: unknown): Discount {
  const { code, off, of } = asRecord(found);
  return isText(code) ? { code, off: Number(off) || 0, of: Number(of) || 0 } : NO_DISCOUNT;
}

/** What is taken off these lines: nothing while the shop has not said so for what they cost now. */
export function discountOf(lines: CartLine[], discount = $discount.get()): Discount {
  return discount.of === subtotalOf(lines) ? discount : NO_DISCOUNT;
}

/** Keeps what the shop says of the code that it was asked about. */
export function keepDiscount({ code, subtotal, discount = 0, deliveryDiscount = 0 }: CartQuote): void {
  $discount.set(code ? { code, off: discount + deliveryDiscount, of: subtotal } : NO_DISCOUNT);
}
