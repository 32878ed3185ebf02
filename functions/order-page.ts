import type { Config } from '@netlify/functions';
import { orderLink } from '#domain/order-link.ts';
import {
  addedItems,
  addition,
  additionQuote,
  addressCorrection,
  askedSumReport,
  cancellationRequest,
  creditUse,
  deliveryAnswer,
  labelLink,
  orderPage,
  pageConfirmation,
  pageLinkAsked,
  pageLinkRequest,
  pagePhoto,
  phoneCorrection,
  quotedAddition,
  scannedLabel,
  scannedSumReport,
  sentTransfer,
} from '#domain/orders/page-contract.ts';
import { packedPhoto } from '#domain/packing/contract.ts';
import { exchangeQuote, exchangeQuoteAsked } from '#domain/returns/asked-pieces.ts';
import { pageReturnPhoto, returnAsked, returnPhoto, returnWithdrawal } from '#domain/returns/contract.ts';
import { payoutNamed } from '#domain/returns/payout-contract.ts';
import { resource } from '#server/api/api.ts';
import { sendAdvices } from '#server/couriers/send-advices.ts';
import { changedItemsTags, exchangedOnPageTags } from '#server/http/cache-tags.ts';
import { perMinute } from '#server/http/operation.ts';
import { STOCK_ERRORS } from '#server/http/operation-errors.ts';
import {
  addToOrder,
  answerAttempt,
  askForCancellation,
  askReturn,
  claimAdvance,
  confirmOrderPage,
  correctPageAddress,
  correctPagePhone,
  namePayout,
  quoteAddition,
  quoteExchange,
  readOrderPage,
  reportAskedSum,
  useCredit,
  withdrawCancellation,
  withdrawReturn,
} from '#server/orders/order-page.ts';
import { askPageLink, readScannedLabel, reportScannedSum } from '#server/orders/scanned-label.ts';
import { readPagePhoto } from '#server/packing/photos.ts';
import { readPageReturnPhoto } from '#server/returns/photos.ts';

const REFUSALS = ['order_page_not_found', 'order_page_ended'] as const;

const ofLink = { access: 'anyone', limit: perMinute(60), returns: orderPage } as const;

/** What the key on a parcel’s label opens, and nothing else does. */
const ofLabel = { access: 'anyone', limit: perMinute(60) } as const;

const ASKING_REFUSALS = [...REFUSALS, 'return_not_offered', 'return_over', 'exchange_sold_out'] as const;

const ADDING_REFUSALS = [
  ...REFUSALS,
  'adding_refused',
  'choice_required',
  'choice_unavailable',
  'order_packed',
  'order_too_large',
  'out_of_stock',
] as const;

export default resource('The secret page of an order, for whoever has its link.')
  .post(
    '/api/order-page',
    { ...ofLink, reads: true, summary: 'The order that a secret link opens', body: orderLink, errors: REFUSALS },
    ({ db, body }) => readOrderPage(db, body),
  )
  .post(
    '/api/order-page/packed-photo',
    {
      ...ofLink,
      reads: true,
      summary: 'A photo of the open parcel of the order of a secret link',
      body: pagePhoto,
      errors: [...REFUSALS, 'photo_not_found', 'storage_unreachable'],
      returns: packedPhoto,
    },
    ({ db, body }) => readPagePhoto(db, body),
  )
  .post(
    '/api/order-page/confirmation',
    {
      ...ofLink,
      summary: 'Confirms the order of a secret link, for its shopper',
      body: pageConfirmation,
      sendsMail: true,
      errors: REFUSALS,
    },
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
      errors: [...REFUSALS, 'order_packed', 'price_changed', 'too_many_guesses'],
    },
    ({ db, body }) => correctPagePhone(db, body),
  )
  .post(
    '/api/order-page/cancellation',
    {
      ...ofLink,
      summary: 'Asks staff to cancel the order of a secret link',
      body: cancellationRequest,
      sendsMail: true,
      errors: [...REFUSALS, 'order_packed'],
    },
    ({ db, body }) => askForCancellation(db, body),
  )
  .post(
    '/api/order-page/cancellation/withdrawal',
    {
      ...ofLink,
      summary: 'Takes back that the order of a secret link shall be cancelled, until staff have answered',
      body: orderLink,
      errors: REFUSALS,
    },
    ({ db, body }) => withdrawCancellation(db, body),
  )
  .post(
    '/api/order-page/transfer',
    {
      ...ofLink,
      summary: 'Stores that the shopper of a secret link has paid an advance; staff look for it',
      body: sentTransfer,
      sendsMail: true,
      errors: [...REFUSALS, 'advance_not_asked', 'transfers_wait'],
    },
    ({ db, body }) => claimAdvance(db, body),
  )
  .post(
    '/api/order-page/credit',
    {
      ...ofLink,
      summary: 'Uses store credit for the order of a secret link',
      body: creditUse,
      errors: [...REFUSALS, 'order_packed', 'not_enough_credit'],
    },
    ({ db, body }) => useCredit(db, body),
  )
  .post(
    '/api/order-page/label',
    {
      ...ofLabel,
      returns: scannedLabel,
      reads: true,
      summary: 'What is to be collected for the parcel whose label was scanned, and whether its label is right',
      body: labelLink,
      errors: REFUSALS,
    },
    ({ db, body }) => readScannedLabel(db, body),
  )
  .post(
    '/api/order-page/label/asked-sum',
    {
      ...ofLabel,
      returns: scannedLabel,
      summary: 'Tells the shop that a rider asked for another sum than is due, by whoever scanned the label, once a parcel',
      body: scannedSumReport,
      errors: [...REFUSALS, 'too_many_guesses'],
    },
    ({ db, body, client }) => reportScannedSum(db, body, client.network),
  )
  .post(
    '/api/order-page/label/link',
    {
      ...ofLabel,
      returns: pageLinkAsked,
      summary:
        'Mails the secret link to the order’s own address, for whoever scanned the label and knows the phone’s last digits',
      body: pageLinkRequest,
      sendsMail: true,
      errors: [...REFUSALS, 'too_many_guesses'],
    },
    ({ db, body, client }) => askPageLink(db, body, client.network),
  )
  .post(
    '/api/order-page/asked-sum',
    {
      ...ofLink,
      summary: 'Tells the shop that a rider asked for another sum than is due, once a parcel',
      body: askedSumReport,
      errors: [...REFUSALS, 'shipment_not_found'],
    },
    ({ db, body }) => reportAskedSum(db, body),
  )
  .post(
    '/api/order-page/delivery',
    {
      ...ofLink,
      summary: 'Says what shall become of a parcel that the rider could not hand over',
      body: deliveryAnswer,
      errors: [...REFUSALS, 'delivery_question_not_found', 'attempt_answered', 'attempt_over'],
    },
    ({ db, body, waitUntil }) => {
      const page = answerAttempt(db, body);
      waitUntil(
        page.then(
          () => sendAdvices(db),
          () => undefined,
        ),
      );
      return page;
    },
  )
  .post(
    '/api/order-page/returns',
    {
      ...ofLink,
      summary: 'Asks to return, exchange or claim pieces of the order of a secret link; staff decide',
      body: returnAsked,
      idempotent: true,
      errors: [...ASKING_REFUSALS, 'price_changed', 'idempotency_mismatch'],
    },
    ({ db, body, idempotencyKey }) => askReturn(db, body, idempotencyKey),
  )
  .post(
    '/api/order-page/returns/quote',
    {
      ...ofLink,
      summary: 'What an exchange of pieces of the order of a secret link would come to',
      reads: true,
      body: exchangeQuoteAsked,
      errors: ASKING_REFUSALS,
      returns: exchangeQuote,
    },
    ({ db, body }) => quoteExchange(db, body),
  )
  .post(
    '/api/order-page/returns/payout',
    {
      ...ofLink,
      summary: 'Says where the money of a request of the order of a secret link goes',
      body: payoutNamed,
      errors: [...REFUSALS, 'return_not_found', 'payout_not_open'],
    },
    ({ db, body }) => namePayout(db, body),
  )
  .post(
    '/api/order-page/returns/withdrawal',
    {
      ...ofLink,
      summary: 'Takes a request of the order of a secret link back, as long as nothing of it has come back',
      body: returnWithdrawal,
      errors: [...REFUSALS, 'return_not_found', 'return_decided', 'exchange_sent', 'pickup_stands', ...STOCK_ERRORS],
      purges: exchangedOnPageTags,
    },
    ({ db, body }) => withdrawReturn(db, body),
  )
  .post(
    '/api/order-page/returns/photo',
    {
      ...ofLink,
      reads: true,
      summary: 'A photo of a request of the order of a secret link',
      body: pageReturnPhoto,
      errors: [...REFUSALS, 'photo_not_found', 'storage_unreachable'],
      returns: returnPhoto,
    },
    ({ db, body }) => readPageReturnPhoto(db, body),
  )
  .post(
    '/api/order-page/items/quote',
    {
      access: 'anyone',
      summary: 'What the order of a secret link would cost with more pieces',
      reads: true,
      body: additionQuote,
      limit: perMinute(60),
      errors: ADDING_REFUSALS,
      returns: quotedAddition,
    },
    ({ db, body }) => quoteAddition(db, body),
  )
  .post(
    '/api/order-page/items',
    {
      access: 'anyone',
      summary: 'Adds pieces to the order of a secret link, until it is packed',
      body: addition,
      sendsMail: true,
      idempotent: true,
      limit: perMinute(30),
      errors: [...ADDING_REFUSALS, 'price_changed'],
      returns: addedItems,
      purges: changedItemsTags,
    },
    ({ db, body, idempotencyKey }) => addToOrder(db, body, idempotencyKey),
  ).handler;

export const config: Config = { path: ['/api/order-page', '/api/order-page/*'] };
