import { atom } from 'nanostores';
import { announce } from '#browser/announce.ts';
import { ApiFailure, callApi } from '#browser/api.ts';
import type { CartQuote } from '#domain/cart/contract.ts';
import type { RefusedCode } from '#domain/discounts/contract.ts';
import { refusalText } from '#domain/discounts/refusal-text.ts';
import { subtotalOf } from '#features/cart/cart-store.ts';
import { refreshQuote } from '#features/cart/current-prices.ts';
import { fetchQuote } from '#features/cart/fetch-quote.ts';
import { isUnanswered } from '#features/place-order/attempt.ts';
import { isProductId } from '#features/product-cards/product-snapshot.ts';
import { requestOf } from './checkout-store.ts';
import { $asking, $discount, discountOf, keepDiscount, NO_DISCOUNT } from './discount.ts';
import { $orderLines } from './order-lines.ts';

/** Why the code takes nothing off. */
export const $refusal = atom('');

/** With other pieces, or later, the code may be taken: it is kept and asked about again. */
const MAY_COME: RefusedCode['reason'][] = ['minimum', 'other_pieces', 'nothing_off', 'not_yet'];

let latest: AbortController | undefined;

/** Asks what a code takes off the pieces that are ordered. */
export function askCode(code: string): void {
  latest?.abort();
  latest = new AbortController();
  const asking = ask(code, latest.signal).finally(() => {
    if ($asking.get() === asking) $asking.set(undefined);
  });
  $asking.set(asking);
}

/** Asks about the code of this device, if there is one. An order that was sent and never answered stays as it was sent. */
export function askAgain(): void {
  const { code } = $discount.get();
  if (code && !isUnanswered(requestOf($orderLines.get()))) askCode(code);
}

/** Forgets the code. */
export function removeCode(): void {
  latest?.abort();
  $refusal.set('');
  $discount.set(NO_DISCOUNT);
}

async function ask(code: string, signal: AbortSignal): Promise<void> {
  const sold = $orderLines.get().filter(({ product }) => isProductId(product.id));
  const items = sold.map(({ product, quantity, selectedColor, selectedSize }) => ({
    productId: product.id,
    quantity,
    ...(selectedColor && { selectedColor }),
    ...(selectedSize && { selectedSize }),
  }));
  if (items.length === 0) return;
  try {
    const quote = await callApi<CartQuote>('POST', '/cart/quote', { body: { items, code }, signal, timeoutMs: 8_000 });
    if (signal.aborted) return;
    show(quote, code);
    // The prices shown are older than these.
    if (quote.subtotal !== subtotalOf($orderLines.get())) refreshQuote(fetchQuote);
  } catch (failure) {
    if (signal.aborted) return;
    if (!(failure instanceof ApiFailure)) throw failure;
    if (!discountOf($orderLines.get()).code) $refusal.set(failure.message);
  }
}

function show(quote: CartQuote, code: string): void {
  const { refusedCode } = quote;
  $refusal.set(refusedCode ? refusalText(refusedCode) : '');
  if (refusedCode && MAY_COME.includes(refusedCode.reason)) $discount.set({ ...NO_DISCOUNT, code });
  else keepDiscount(quote);
  if (quote.code) announce(`${quote.code} is applied`);
}
