import * as z from 'zod';
import type { OrderPayload } from '#shared/schemas/order.ts';
import type { DeliveryRule } from '#shared/schemas/settings.ts';
import { callFunction } from '../database.ts';
import { ApiError } from '../http/api-error.ts';
import type { Call } from '../http/operation.ts';
import { deliverMailsSoon } from '../mail/deliver-mails.ts';
import { currentSettings } from '../settings/read-settings.ts';

/**
 * Places an order: every piece at today's price, or nothing. The answer does not wait for the mail that confirms it.
 * @throws ApiError 409 `out_of_stock`, `price_changed`, `choice_unavailable`; 422 `idempotency_mismatch`
 */
export async function placeOrder({ db, body, idempotencyKey, shopper, waitUntil }: Call<OrderPayload>) {
  const { delivery } = await currentSettings(db);
  const placed = await callFunction(db, 'place_order', {
    payload: body,
    delivery,
    idempotency_key: idempotencyKey,
    shopper: shopper?.id ?? null,
  }).catch((refusal: unknown) => {
    throw withDelivery(refusal, delivery);
  });
  waitUntil(deliverMailsSoon(db));
  return placed;
}

/** The prices that an order is refused with come with the delivery rule they follow, as those of a quote do. */
function withDelivery(refusal: unknown, delivery: DeliveryRule): unknown {
  if (!(refusal instanceof ApiError) || refusal.code !== 'price_changed') return refusal;
  const { status, code, message, cause } = refusal;
  return new ApiError(status, code, message, { details: { ...z.looseObject({}).parse(refusal.details), delivery }, cause });
}
