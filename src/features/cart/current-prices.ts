import { atom } from 'nanostores';
import { announce } from '#browser/announce.ts';
import { DELIVERY } from '#built/settings.ts';
import type { CartQuoteRequest } from '#domain/cart/contract.ts';
import { isProductId } from '#features/product-cards/product-snapshot.ts';
import { applyQuote, type CartChange, type Quote } from './cart-quote.ts';
import { $cartLines, changeCart } from './cart-store.ts';

/** Whether the server has confirmed the prices shown. `unconfirmed`: it did not answer, and stored prices show. */
export const $quoteStatus = atom<'asking' | 'confirmed' | 'unconfirmed'>('asking');

/** The delivery charge the page was built with, until a quote brings a newer one. */
export const $delivery = atom(DELIVERY);

/** Changes made by the last quote. */
export const $cartChanges = atom<CartChange[]>([]);

type FetchQuote = (items: CartQuoteRequest['items'], signal: AbortSignal) => Promise<Quote>;

let latestRequest: AbortController | undefined;

/**
 * Fetches today's prices and stock, applies them to the cart and announces the changes. If the call fails the cart stays as it is.
 * `fetchQuote` is passed in because every page loads this store, and few load the API client.
 */
export async function refreshQuote(fetchQuote: FetchQuote): Promise<void> {
  latestRequest?.abort();
  const request = new AbortController();
  latestRequest = request;
  // `unconfirmed` stays until a quote succeeds.
  if ($quoteStatus.get() === 'confirmed') $quoteStatus.set('asking');
  // The server has no prices for drafts that exist in this browser only (`c_…`).
  const sold = $cartLines.get().filter(({ product }) => isProductId(product.id));
  const items = sold.map(({ product, quantity, selectedColor, selectedSize }) => ({
    productId: product.id,
    quantity,
    ...(selectedColor && { selectedColor }),
    ...(selectedSize && { selectedSize }),
  }));
  const quote = await fetchQuote(items, request.signal).catch((failure: unknown) => {
    if (!request.signal.aborted) console.warn('Prices could not be confirmed', failure);
  });
  if (request.signal.aborted) return;
  if (quote) applyServerQuote(quote);
  else $quoteStatus.set('unconfirmed');
}

/** Applies a quote to the cart and announces the changes. */
export function applyServerQuote(quote: Quote): void {
  if (quote.delivery) $delivery.set(quote.delivery);
  let changes: CartChange[] = [];
  changeCart((before) => {
    const applied = applyQuote(before, quote);
    changes = applied.changes;
    return applied.lines;
  });
  $cartChanges.set(changes);
  if (changes.length) announce(changes.map(({ name, text }) => `${name}: ${text}`).join('. '));
  $quoteStatus.set('confirmed');
}
