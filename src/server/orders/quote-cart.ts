import * as z from 'zod';
import { callFunction } from '#server/database/calls.ts';
import type { Call } from '#server/http/operation.ts';
import { currentSettings } from '#server/settings/read-settings.ts';
import type { CartQuoteRequest } from '#shared/schemas/cart.ts';

/** A cart at today's prices, stock and delivery rule. Lines that are gone count nothing. */
export async function quoteCart({ db, body }: Call<CartQuoteRequest>) {
  const { delivery } = await currentSettings(db);
  const quote = await callFunction(db, 'quote_cart', { items: body.items, delivery });
  return { ...z.looseObject({}).parse(quote), delivery };
}
