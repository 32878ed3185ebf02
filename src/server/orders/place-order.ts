import type { OrderPayload } from '#shared/schemas/order.ts';
import { DELIVERY } from '#shared/shop.ts';
import { callFunction } from '../database.ts';
import type { Call } from '../http/operation.ts';

/**
 * Places an order: every piece at today's price, or nothing.
 * @throws ApiError 409 `out_of_stock`, `price_changed`, `choice_unavailable`; 422 `idempotency_mismatch`
 */
export function placeOrder({ db, body, idempotencyKey, shopper }: Call<OrderPayload>) {
  return callFunction(db, 'place_order', {
    payload: body,
    delivery: DELIVERY,
    idempotency_key: idempotencyKey,
    shopper: shopper?.id ?? null,
  });
}
