import type { CartQuoteRequest } from '#shared/schemas/cart.ts';
import { DELIVERY } from '#shared/shop.ts';
import { callFunction } from '../database.ts';
import type { Call } from '../http/operation.ts';

/** A cart at today's prices and stock. Lines that are gone count nothing. */
export function quoteCart({ db, body }: Call<CartQuoteRequest>) {
  return callFunction(db, 'quote_cart', { items: body.items, delivery: DELIVERY });
}
