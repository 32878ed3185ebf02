import * as z from 'zod';
import { callFunction } from '#server/database/calls.ts';
import { ApiError } from '#server/errors.ts';
import type { Call } from '#server/http/operation.ts';
import { deliverMailsSoon } from '#server/mail/deliver-mails.ts';
import { secrets } from '#server/secrets.ts';
import { currentSettings } from '#server/settings/read-settings.ts';
import { OPEN_ORDERS } from '#shared/limits.ts';
import type { OrderPayload } from '#shared/schemas/orders.ts';
import type { DeliveryRule, Settings } from '#shared/schemas/settings.ts';

/**
 * Places an order: every piece at today's price, or nothing. The answer does not wait for the mail that confirms it.
 * @throws ApiError 409 `out_of_stock`, `price_changed`, `choice_unavailable`; 422 `idempotency_mismatch`; 429 `too_many_orders`
 */
export async function placeOrder({ db, body, idempotencyKey, device, shopper, waitUntil }: Call<OrderPayload>) {
  const { delivery, contact } = await currentSettings(db);
  const placed = await callFunction(db, 'place_order', {
    payload: body,
    delivery,
    idempotency_key: idempotencyKey,
    shopper: shopper?.id ?? null,
    device,
    limits: secrets.SHOP_RATE_LIMITS === 'off' ? null : OPEN_ORDERS,
  }).catch((refusal: unknown) => {
    throw withWayOut(withDelivery(refusal, delivery), contact);
  });
  waitUntil(deliverMailsSoon(db));
  return placed;
}

const waiting = z.object({ retryAfter: z.int() });

/** Whoever has too many open orders is told when, and how at once, another one is taken. */
function withWayOut(refusal: unknown, { phone, whatsapp }: Settings['contact']): unknown {
  if (!(refusal instanceof ApiError) || refusal.code !== 'too_many_orders') return refusal;
  const { retryAfter } = waiting.parse(refusal.details);
  const reach = phone ? `call ${whatsapp ? 'or WhatsApp ' : ''}us at ${phone}` : 'write to us';
  return new ApiError(refusal.code, {
    message: `Several orders from you wait for our call already. To order more now, please ${reach}: we take it by phone.`,
    details: { retryAfter },
    headers: { 'Retry-After': String(retryAfter) },
    cause: refusal.cause,
  });
}

/** The prices that an order is refused with come with the delivery rule they follow, as those of a quote do. */
function withDelivery(refusal: unknown, delivery: DeliveryRule): unknown {
  if (!(refusal instanceof ApiError) || refusal.code !== 'price_changed') return refusal;
  const { code, message, cause } = refusal;
  return new ApiError(code, { message, details: { ...z.looseObject({}).parse(refusal.details), delivery }, cause });
}
