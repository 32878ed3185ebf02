import { announce } from '#browser/announce.ts';
import { ApiFailure, callApi } from '#browser/api.ts';
import type { CartQuote } from '#domain/cart/contract.ts';
import { mayCome } from '#domain/discounts/may-come.ts';
import { refusalText } from '#domain/discounts/refusal-text.ts';
import { isProductId } from '#features/product-cards/product-snapshot.ts';
import type { CartLine } from './cart-line.ts';
import { subtotalOf } from './cart-store.ts';
import { refreshQuote } from './current-prices.ts';
import { $asking, $discount, $refusal, discountOf, keepDiscount, NO_DISCOUNT } from './discount.ts';
import { fetchQuote } from './fetch-quote.ts';

let latest: AbortController | undefined;

/** Asks what a code takes off these pieces: those of the cart, or those that are ordered. */
export function askCode(code: string, lines: CartLine[]): void {
  latest?.abort();
  latest = new AbortController();
  const asking = ask(code, lines, latest.signal).finally(() => {
    if ($asking.get() === asking) $asking.set(undefined);
  });
  $asking.set(asking);
}

/** Forgets the code. */
export function removeCode(): void {
  latest?.abort();
  $refusal.set('');
  $discount.set(NO_DISCOUNT);
}

async function ask(code: string, lines: CartLine[], signal: AbortSignal): Promise<void> {
  const sold = lines.filter(({ product }) => isProductId(product.id));
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
    if (quote.subtotal !== subtotalOf(lines)) refreshQuote(fetchQuote);
  } catch (failure) {
    if (signal.aborted) return;
    if (!(failure instanceof ApiFailure)) throw failure;
    if (!discountOf(lines).code) $refusal.set(failure.message);
  }
}

function show(quote: CartQuote, code: string): void {
  const { refusedCode } = quote;
  $refusal.set(refusedCode ? refusalText(refusedCode) : '');
  if (refusedCode && mayCome(refusedCode)) $discount.set({ ...NO_DISCOUNT, code });
  else keepDiscount(quote);
  if (quote.code) announce(`${quote.code} is applied`);
}
