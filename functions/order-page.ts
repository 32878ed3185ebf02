import type { Config } from '@netlify/functions';
import {
  addressCorrection,
  cancellationRequest,
  orderLink,
  orderPage,
  pageConfirmation,
  phoneCorrection,
} from '#domain/orders/page-contract.ts';
import { resource } from '#server/api/api.ts';
import { perMinute } from '#server/http/operation.ts';
import {
  askForCancellation,
  confirmOrderPage,
  correctPageAddress,
  correctPagePhone,
  readOrderPage,
} from '#server/orders/order-page.ts';

const REFUSALS = ['order_page_not_found', 'order_page_ended'] as const;

const ofLink = { access: 'anyone', limit: perMinute(60), returns: orderPage } as const;

export default resource('The secret page of an order, for whoever has its link.')
  .post(
    '/api/order-page',
    { ...ofLink, reads: true, summary: 'The order that a secret link opens', body: orderLink, errors: REFUSALS },
    ({ db, body }) => readOrderPage(db, body),
  )
  .post(
    '/api/order-page/confirmation',
    { ...ofLink, summary: 'Confirms the order of a secret link, for its shopper', body: pageConfirmation, errors: REFUSALS },
    ({ db, body }) => confirmOrderPage(db, body),
  )
  .post(
    '/api/order-page/address',
    {
      ...ofLink,
      summary: 'Corrects where the order of a secret link goes',
      body: addressCorrection,
      errors: [...REFUSALS, 'order_packed'],
    },
    ({ db, body }) => correctPageAddress(db, body),
  )
  .post(
    '/api/order-page/phone',
    {
      ...ofLink,
      summary: 'Corrects the phone of the order of a secret link, for whoever knows the old one’s last digits',
      body: phoneCorrection,
      errors: [...REFUSALS, 'order_packed', 'too_many_guesses'],
    },
    ({ db, body }) => correctPagePhone(db, body),
  )
  .post(
    '/api/order-page/cancellation',
    {
      ...ofLink,
      summary: 'Asks staff to cancel the order of a secret link',
      body: cancellationRequest,
      errors: [...REFUSALS, 'order_packed'],
    },
    ({ db, body }) => askForCancellation(db, body),
  ).handler;

export const config: Config = { path: ['/api/order-page', '/api/order-page/*'] };
