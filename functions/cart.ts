import type { Config } from '@netlify/functions';
import { cartQuote, cartQuoteRequest } from '#domain/cart/contract.ts';
import { codeOffer, codeQuestion } from '#domain/discounts/contract.ts';
import { resource } from '#server/api/api.ts';
import { perMinute } from '#server/http/operation.ts';
import { offerOfCode, quoteCart } from '#server/orders/quote-cart.ts';

export default resource('What a cart costs now.')
  .post(
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
  )
  .post(
    '/api/cart/code',
    {
      access: 'anyone',
      summary: 'What a discount code is good for, before there is a cart',
      body: codeQuestion,
      reads: true,
      limit: perMinute(60),
      errors: ['too_many_guesses'],
      returns: codeOffer,
    },
    ({ db, body, client, device }) => offerOfCode(db, body.code, { network: client.network, device }),
  ).handler;

export const config: Config = { path: '/api/cart/*' };
