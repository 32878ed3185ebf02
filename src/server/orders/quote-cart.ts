import { type CartQuoteRequest, cartQuote } from '#domain/cart/contract.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { currentSettings } from '#server/settings/settings.ts';

/** A cart at today's prices, stock and delivery rule. Products that are gone cost nothing. */
export async function quoteCart(db: ShopDatabase, { items }: CartQuoteRequest) {
  const { delivery } = await currentSettings(db);
  const quote = await callFunction(db, 'quote_cart', { items, delivery }, cartQuote.omit({ delivery: true }));
  return { ...quote, delivery };
}
