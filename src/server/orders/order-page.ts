import * as z from 'zod';
import { MAX_CART_LINES } from '#domain/limits.ts';
import type { OrderLink } from '#domain/order-link.ts';
import {
  type Addition,
  type AdditionQuote,
  type AddressCorrection,
  type AskedSumReport,
  type CancellationRequest,
  type CreditUse,
  type DeliveryAnswerSent,
  lostCode,
  type OrderPage,
  orderPage,
  type PageConfirmation,
  type PhoneCorrection,
  quotedAddition,
  type SentTransfer,
} from '#domain/orders/page-contract.ts';
import { orderPagePath } from '#domain/orders/page-link.ts';
import { readPhones } from '#domain/phone.ts';
import { findCity, knownCity } from '#domain/places/cities.ts';
import { daysTo, formatDeliveryDays } from '#domain/places/delivery-days.ts';
import { type ExchangeQuoteAsked, exchangeQuote } from '#domain/returns/asked-pieces.ts';
import type { ReturnAsked, ReturnWithdrawal } from '#domain/returns/contract.ts';
import type { PayoutNamed } from '#domain/returns/payout-contract.ts';
import { objectId } from '#domain/values.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { env } from '#server/env.ts';
import { ApiError, invalid, refused } from '#server/errors.ts';
import { reviewLinkToken } from '#server/review-link.ts';
import { secrets } from '#server/secrets.ts';
import { currentSettings } from '#server/settings/settings.ts';
import { expectedDelivery } from './expected-delivery.ts';
import { maskAddress, maskName, maskPhone } from './mask-recipient.ts';
import { withPhoneNumber } from './place-order.ts';
import { isOwnOrder, type Owner, withWait } from './read-orders.ts';

const pageKey = z.object({ orderNumber: z.string(), key: z.string() });

/** The link of an order's secret page: whoever has it may see the order. Takes the order's id. @throws ApiError `order_not_found` */
export async function findOrderPageLink(db: ShopDatabase, orderId: string): Promise<{ link: string }> {
  const { orderNumber, key } = await callFunction(db, 'order_page_key', { order_id: orderId }, pageKey);
  return { link: new URL(orderPagePath(orderNumber, key), env.URL).href };
}

/**
 * The same for a shopper's own order, whose address is proved to be theirs: a session alone is what gets stolen.
 * @throws ApiError `email_not_confirmed`, `order_not_found`, also for an order of somebody else
 */
export async function findOwnPageLink(db: ShopDatabase, orderId: string, owner: Owner) {
  if (owner.provedEmail === null) throw new ApiError('email_not_confirmed', { message: CONFIRM_FIRST });
  if (!(await isOwnOrder(db, owner, orderId))) throw new ApiError('order_not_found');
  return findOrderPageLink(db, orderId);
}

const CONFIRM_FIRST = 'Please confirm your e-mail address first, at the top of your orders: then your orders open here.';

/** The order of a link, with the recipient masked. @throws ApiError `order_page_not_found`, `order_page_ended` */
export async function readOrderPage(db: ShopDatabase, { orderNumber, key }: OrderLink) {
  return masked(await callFunction(db, 'order_page', { order_number: orderNumber, key }, unmasked));
}

/** Confirms the order as it was shown; of another one, the page is returned as it is now. @throws ApiError like `readOrderPage` */
export async function confirmOrderPage(db: ShopDatabase, { orderNumber, key, version }: PageConfirmation) {
  return masked(
    await callFunction(db, 'confirm_order_page', { order_number: orderNumber, key, expected_version: version }, unmasked),
  );
}

/** Sends the parcel somewhere else. @throws ApiError like `readOrderPage`, `order_packed` */
export async function correctPageAddress(db: ShopDatabase, { orderNumber, key, ...place }: AddressCorrection) {
  const address = { ...place, ...knownCity({ ...place, country: 'pk' }) };
  return masked(await callFunction(db, 'correct_page_address', { order_number: orderNumber, key, address }, unmasked));
}

/** Wrong digits of an order's phone, from all networks together, and phones tried for one with a code. The page shows two of the four digits. */
const WRONG_DIGITS = { hits: 5, seconds: 86_400 };

/**
 * Corrects whom we call about the order.
 * @throws ApiError like `readOrderPage`, `order_packed`, `validation_failed` for wrong digits, `too_many_guesses` with `Retry-After`, `price_changed`
 * where the order's code is not for the new phone, until its total without was seen
 */
export async function correctPagePhone(db: ShopDatabase, correction: PhoneCorrection) {
  const { orderNumber, key, lastDigits, customerPhone, totalSeen = null } = correction;
  const read = readPhones(customerPhone);
  if ('error' in read) throw invalid([{ path: 'customerPhone', message: read.error }]);
  const args = {
    order_number: orderNumber,
    key,
    last_digits: lastDigits,
    phone: read.phone,
    second_phone: read.secondPhone,
    total_seen: totalSeen,
    guesses: secrets.SHOP_RATE_LIMITS === 'off' ? null : WRONG_DIGITS,
  };
  const answer = await callFunction(db, 'correct_page_phone', args, phoneAnswer.nullable()).catch((refusal: unknown) => {
    throw withWait(refusal, 'These were too many wrong digits. Please call or write to us: we correct the number with you.');
  });
  if (answer === null) throw invalid([{ path: 'lastDigits', message: 'The number that we have does not end like this' }]);
  if (answer.page) return masked(answer.page);
  throw refused({ code: 'price_changed', details: JSON.stringify(answer.lostCode), words: '{"of": "phone"}' });
}

/** Asks staff to cancel the order; they answer. @throws ApiError like `readOrderPage`, `order_packed` */
export async function askForCancellation(db: ShopDatabase, { orderNumber, key, reason }: CancellationRequest) {
  return masked(await callFunction(db, 'ask_for_cancellation', { order_number: orderNumber, key, reason }, unmasked));
}

/** Stores that an advance was paid, which staff look for. @throws ApiError like `readOrderPage`, `advance_not_asked`, `transfers_wait` */
export async function claimAdvance(db: ShopDatabase, { orderNumber, key, ...transfer }: SentTransfer) {
  return masked(await callFunction(db, 'claim_advance', { order_number: orderNumber, key, transfer }, unmasked));
}

/** Takes back that the order shall be cancelled; where staff have answered, nothing changes. @throws ApiError like `readOrderPage` */
export async function withdrawCancellation(db: ShopDatabase, { orderNumber, key }: OrderLink) {
  return masked(await callFunction(db, 'withdraw_cancellation', { order_number: orderNumber, key }, unmasked));
}

/** Uses store credit for the order. @throws ApiError like `readOrderPage`, `order_packed`, `not_enough_credit` */
export async function useCredit(db: ShopDatabase, { orderNumber, key, amount }: CreditUse) {
  return masked(await callFunction(db, 'use_credit', { order_number: orderNumber, key, amount }, unmasked));
}

/**
 * What an exchange would come to. Nothing is written.
 * @throws ApiError like `readOrderPage`, `return_not_offered`, `return_over`, `exchange_sold_out`, `validation_failed`
 */
export async function quoteExchange(db: ShopDatabase, { orderNumber, key, ...request }: ExchangeQuoteAsked) {
  const { delivery } = await currentSettings(db);
  return callFunction(db, 'quote_exchange', { order_number: orderNumber, key, request, delivery }, exchangeQuote);
}

/**
 * Asks to return, exchange or claim pieces; staff decide. An exchange is promised at the prices of now.
 * @throws ApiError like `quoteExchange`, `price_changed` where the customer was told another sum, `idempotency_mismatch`
 */
export async function askReturn(db: ShopDatabase, { orderNumber, key, ...request }: ReturnAsked, idempotencyKey: string | null) {
  const { delivery } = await currentSettings(db);
  const args = { order_number: orderNumber, key, request, idempotency_key: idempotencyKey, delivery };
  return masked(await callFunction(db, 'ask_return', args, unmasked));
}

/** Keeps where the money of a request goes. @throws ApiError like `readOrderPage`, `return_not_found`, `payout_not_open` */
export async function namePayout(db: ShopDatabase, { orderNumber, key, requestId, ...payout }: PayoutNamed) {
  const args = { order_number: orderNumber, key, request_id: requestId, payout };
  return masked(await callFunction(db, 'name_payout', args, unmasked));
}

/** Takes a request back. @throws ApiError like `readOrderPage`, `return_not_found`, `return_decided`, `exchange_sent` */
export async function withdrawReturn(db: ShopDatabase, { orderNumber, key, requestId }: ReturnWithdrawal) {
  return masked(await callFunction(db, 'withdraw_return', { order_number: orderNumber, key, request_id: requestId }, unmasked));
}

/** Keeps that a rider asked for another sum than is due. @throws ApiError like `readOrderPage`, `shipment_not_found` */
export async function reportAskedSum(db: ShopDatabase, { orderNumber, key, shipmentNumber, asked, note }: AskedSumReport) {
  const report = { order_number: orderNumber, key, shipment_number: shipmentNumber, asked, note };
  return masked(await callFunction(db, 'report_asked_sum', report, unmasked));
}

/**
 * Keeps what the shopper wants done with a parcel that the rider could not hand over.
 * @throws ApiError like `readOrderPage`, `delivery_question_not_found`, `attempt_answered`, `attempt_over`, `validation_failed` without an address to correct to
 */
export async function answerAttempt(db: ShopDatabase, sent: DeliveryAnswerSent) {
  const { orderNumber, key, questionId, answer, ...place } = sent;
  const address = answer === 'address' ? { ...place, ...knownCity({ ...place, country: 'pk' }) } : null;
  const args = { order_number: orderNumber, key, question_id: questionId, answer, address };
  return masked(await callFunction(db, 'answer_attempt', args, unmasked));
}

/**
 * What the order would cost with more pieces. Nothing is written.
 * @throws ApiError like `readOrderPage`, `order_packed`, `out_of_stock`, `choice_required`, `choice_unavailable`, `order_too_large`, `adding_refused`
 */
export async function quoteAddition(db: ShopDatabase, quote: AdditionQuote) {
  return add(db, quote, { preview: true }, quotedAddition);
}

/**
 * Adds pieces to the order, once per key; what it has stays as it is.
 * @throws ApiError like `quoteAddition`, `price_changed`, `idempotency_mismatch`
 */
export async function addToOrder(db: ShopDatabase, { totalSeen, ...quote }: Addition, idempotencyKey: string | null) {
  const wish = { total_seen: totalSeen, idempotency_key: idempotencyKey };
  const { page, ...change } = await add(db, quote, wish, quotedAddition.extend({ page: unmasked }));
  return { ...change, page: masked(page) };
}

async function add<Answer extends z.ZodType>(
  db: ShopDatabase,
  { orderNumber, key, items }: AdditionQuote,
  wish: { preview: true } | { total_seen: number; idempotency_key: string | null },
  answer: Answer,
) {
  const { contact } = await currentSettings(db);
  const is_limited = secrets.SHOP_RATE_LIMITS !== 'off';
  const args = { order_number: orderNumber, key, items, most_lines: MAX_CART_LINES, is_limited, ...wish };
  return callFunction(db, 'add_to_order', args, answer).catch((refusal: unknown) => {
    throw withPhoneNumber(refusal, contact);
  });
}

/** A page as SQL tells it, with the whole recipient. */
const unmasked = orderPage.omit({ expected: true, deliveryDays: true, reviewToken: true }).extend({ orderId: objectId });

const phoneAnswer = z.object({ page: unmasked.optional(), lostCode: lostCode.optional() });

function masked(page: z.infer<typeof unmasked>): OrderPage {
  const { orderId, customerName, customerPhone, customerAddress, recipientName, recipientPhone, ...shown } = page;
  return {
    ...shown,
    customerName: maskName(customerName),
    customerPhone: maskPhone(customerPhone),
    recipientName: recipientName && maskName(recipientName),
    recipientPhone: recipientPhone && maskPhone(recipientPhone),
    customerAddress: shown.isCollected ? '' : maskAddress(customerAddress),
    expected: expectedDelivery(shown, shown.cityKnown),
    ...(shown.status === 'delivered' && { reviewToken: reviewLinkToken('review', orderId) }),
    deliveryDays: formatDeliveryDays(daysTo(shown.cityKnown === null ? undefined : findCity(shown.cityKnown)?.zone)),
  };
}
