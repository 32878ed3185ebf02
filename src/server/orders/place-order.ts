import { createHash } from 'node:crypto';
import * as z from 'zod';
import { OPEN_ORDERS } from '#domain/limits.ts';
import { type OrderPayload, orderId, placedOrder, type StaffOrderPayload } from '#domain/orders/contract.ts';
import { isCollected } from '#domain/orders/labels.ts';
import { knownCity } from '#domain/places/cities.ts';
import type { DeliveryRule, Settings } from '#domain/settings/contract.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError, invalid } from '#server/errors.ts';
import type { Network } from '#server/network.ts';
import { secrets } from '#server/secrets.ts';
import { currentSettings } from '#server/settings/settings.ts';
import { countCodeTry } from './code-tries.ts';
import { getOrder } from './read-orders.ts';

const NO_TRANSFER = 'Bank transfer is not offered any more. Please choose cash on delivery.';

/** For orders that are collected in the shop. */
const NO_DELIVERY: DeliveryRule = { freeFrom: 0, fee: 0 };

interface Attempt {
  /** Placing the same order again with the same key returns the first one. */
  idempotencyKey: string | null;
  /** The browser, as a hash, if it says which one it is. */
  device: string | null;
  network: Network;
  shopperId: string | null;
}

/**
 * Places an order: every item at today's price, or nothing. One that has to prove itself first takes no pieces yet. Its confirmation is put into the outbox.
 * @throws ApiError `out_of_stock`, `price_changed`, `code_gone`, `too_many_guesses`, `choice_unavailable`, `order_repeated`, `idempotency_mismatch`, `too_many_orders`, `order_too_large`
 */
export async function placeOrder(db: ShopDatabase, order: OrderPayload, { idempotencyKey, device, network, shopperId }: Attempt) {
  const { delivery, contact, payment } = await currentSettings(db);
  if (order.payByTransfer && payment.transfer === 'off') throw invalid([{ path: 'payByTransfer', message: NO_TRANSFER }]);
  // Placing must not be a way to try codes, nor to learn whose phone we know. What a refused order counts would be undone with it.
  if (order.code !== undefined) await countCodeTry(db, order.code, { network, device, phone: order.customerPhone });
  const args = {
    payload: withKnownCity(order),
    delivery,
    idempotency_key: idempotencyKey,
    shopper: shopperId,
    device,
    network: createHash('sha256').update(`order ${network}`).digest('base64url'),
    limits: secrets.SHOP_RATE_LIMITS === 'off' ? null : OPEN_ORDERS,
  };
  return callFunction(db, 'place_order', args, placedOrder).catch((refusal: unknown) => {
    throw withPhoneNumber(withDelivery(refusal, delivery), contact);
  });
}

/**
 * Places an order that a staff member writes down, like `placeOrder`: one person may order for many, so it is not limited. Without an e-mail address
 * nothing is mailed, and without an address nothing is delivered. `actor` is the staff member's id.
 * @throws ApiError like `placeOrder`, but never `too_many_orders`, `order_too_large`; `customer_blocked` for a blocked customer without a reason
 */
export async function placeOrderByStaff(
  db: ShopDatabase,
  order: StaffOrderPayload,
  { idempotencyKey, actor }: { idempotencyKey: string | null; actor: string },
) {
  const { delivery } = isCollected(order) ? { delivery: NO_DELIVERY } : await currentSettings(db);
  const args = { payload: withKnownCity(order), delivery, idempotency_key: idempotencyKey, actor };
  const placed = await callFunction(db, 'place_order', args, orderId).catch((refusal: unknown) => {
    throw withDelivery(refusal, delivery);
  });
  return getOrder(db, placed.id);
}

function withKnownCity<Payload extends OrderPayload | StaffOrderPayload>(order: Payload) {
  return { ...order, ...knownCity(order) };
}

const floodDetails = z.object({ retryAfter: z.int() });

/** Who orders more than the website takes learns how to reach the shop, which takes it by phone; too many orders also when the next one is possible. */
export function withPhoneNumber(refusal: unknown, { phone, whatsapp }: Settings['contact']): unknown {
  if (!(refusal instanceof ApiError)) return refusal;
  const { code, message, details, cause } = refusal;
  const reach = phone ? `call ${whatsapp ? 'or WhatsApp ' : ''}us at ${phone}` : 'write to us';
  if (code === 'order_too_large')
    return new ApiError(code, { message: `${message}. For more, please ${reach}.`, details, cause });
  if (code !== 'too_many_orders') return refusal;
  const { retryAfter } = floodDetails.parse(details);
  return new ApiError(code, {
    message: `Several orders from you wait for our call already. To order more now, please ${reach}: we take it by phone.`,
    details: { retryAfter },
    headers: { 'Retry-After': String(retryAfter) },
    cause,
  });
}

/** Adds the delivery rule to the new prices of `price_changed` and `code_gone`, as a quote has it. */
function withDelivery(refusal: unknown, delivery: DeliveryRule): unknown {
  if (!(refusal instanceof ApiError) || (refusal.code !== 'price_changed' && refusal.code !== 'code_gone')) return refusal;
  const { code, message, cause } = refusal;
  return new ApiError(code, { message, details: { ...z.looseObject({}).parse(refusal.details), delivery }, cause });
}
