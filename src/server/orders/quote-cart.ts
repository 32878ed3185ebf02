import { type CartQuoteRequest, cartQuote } from '#domain/cart/contract.ts';
import { codeOffer } from '#domain/discounts/contract.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { currentSettings } from '#server/settings/settings.ts';
import { type CodeTry, codeTries, refuseTry } from './code-tries.ts';

/** Made once: zod compiles each schema that is made when it first reads something. */
const priced = cartQuote.omit({ delivery: true });

/**
 * A cart at today's prices, stock and delivery rule. Products that are gone cost nothing.
 * @throws ApiError `too_many_guesses` with `Retry-After` after too many unknown codes
 */
export async function quoteCart(db: ShopDatabase, { items, code, wantsGiftWrap = false }: CartQuoteRequest, who: CodeTry) {
  const { delivery } = await currentSettings(db);
  const args = { items, delivery, wraps: wantsGiftWrap, ...(code ? { code, guesses: codeTries(who) } : {}) };
  const quote = await callFunction(db, 'quote_cart', args, priced).catch(refuseTry);
  return { ...quote, delivery };
}

/** What a code is good for. @throws ApiError `too_many_guesses` with `Retry-After` after too many unknown codes */
export function offerOfCode(db: ShopDatabase, typed: string, who: CodeTry) {
  return callFunction(db, 'code_offer', { typed, guesses: codeTries(who) }, codeOffer).catch(refuseTry);
}
