import * as z from 'zod';
import type { CartQuoteRequest } from '#shared/schemas/cart.ts';
import { callFunction } from '../database.ts';
import type { Call } from '../http/operation.ts';
import { currentSettings } from '../settings/read-settings.ts';

/** A cart at today's prices, stock and delivery rule. Lines that are gone count nothing. */
export async function quoteCart({ db, body }: Call<CartQuoteRequest>) {
  const { delivery } = await currentSettings(db);
  const quote = await callFunction(db, 'quote_cart', { items: body.items, delivery });
  return { ...z.looseObject({}).parse(quote), delivery };
}
