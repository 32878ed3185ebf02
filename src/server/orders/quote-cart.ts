import { createHash } from 'node:crypto';
import { type CartQuoteRequest, cartQuote } from '#domain/cart/contract.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import type { Network } from '#server/network.ts';
import { secrets } from '#server/secrets.ts';
import { currentSettings } from '#server/settings/settings.ts';
import { withWait } from './read-orders.ts';

/** Codes that nobody knows, from one network. Whoever knows one may ask as often as they like. */
const UNKNOWN_CODES = { hits: 20, seconds: 3_600 };

/**
 * A cart at today's prices, stock and delivery rule. Products that are gone cost nothing.
 * @throws ApiError `too_many_guesses` with `Retry-After` after too many unknown codes
 */
export async function quoteCart(db: ShopDatabase, { items, code }: CartQuoteRequest, network: Network) {
  const { delivery } = await currentSettings(db);
  const guesses =
    code === undefined || secrets.SHOP_RATE_LIMITS === 'off' ? null : { bucket: bucketOf(network), ...UNKNOWN_CODES };
  const args = { items, delivery, code: code ?? null, guesses };
  const quote = await callFunction(db, 'quote_cart', args, cartQuote.omit({ delivery: true })).catch((refusal: unknown) => {
    throw withWait(refusal, 'Too many codes that we do not know. Please try again in an hour.');
  });
  return { ...quote, delivery };
}

function bucketOf(network: Network): string {
  return createHash('sha256').update(`codes ${network}`).digest('base64url');
}
