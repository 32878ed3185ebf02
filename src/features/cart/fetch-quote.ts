import { callApi } from '#browser/api.ts';
import type { CartQuote } from '#shared/schemas/cart.ts';

/** What a cart costs now. Takes what is asked for; ids that are not the shop's make the server refuse. @throws ApiFailure */
export function fetchQuote(
  items: { productId: string; quantity: number }[],
  signal: AbortSignal,
): Promise<Pick<CartQuote, 'items'> & Partial<CartQuote>> {
  if (!items.length) return Promise.resolve({ items: [] });
  return callApi<CartQuote>('POST', '/cart/quote', { body: { items }, signal, timeoutMs: 8_000 });
}
