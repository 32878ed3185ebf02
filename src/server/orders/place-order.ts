import type { OrderPayload } from '#shared/schemas/order.ts';
import { callFunction } from '../database.ts';
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
  });
  waitUntil(deliverMailsSoon(db));
  return placed;
}
