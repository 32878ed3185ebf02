import { callApi } from '#browser/api.ts';
import type { CartQuote, CartQuoteRequest } from '#domain/cart/contract.ts';

/** Fetches today's prices and stock. The server refuses ids that are not the shop's. @throws ApiFailure */
export function fetchQuote(
  items: CartQuoteRequest['items'],
  signal: AbortSignal,
): Promise<Pick<CartQuote, 'items'> & Partial<CartQuote>> {
  if (!items.length) return Promise.resolve({ items: [] });
  return callApi<CartQuote>('POST', '/cart/quote', { body: { items }, signal, timeoutMs: 8_000 });
}
