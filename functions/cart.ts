import type { Config } from '@netlify/functions';
import { cartQuote, cartQuoteRequest } from '#domain/cart/contract.ts';
import { resource } from '#server/api/api.ts';
import { perMinute } from '#server/http/operation.ts';
import { quoteCart } from '#server/orders/quote-cart.ts';

export default resource('What a cart costs now.').post(
  '/api/cart/quote',
  {
    access: 'anyone',
    summary: 'A cart at today’s prices and stock',
    body: cartQuoteRequest,
    reads: true,
    limit: perMinute(300),
    errors: ['too_many_guesses'],
    returns: cartQuote,
  },
  ({ db, body, client, device }) => quoteCart(db, body, { network: client.network, device }),
).handler;

export const config: Config = { path: '/api/cart/*' };
