import { ApiFailure, callApi } from '#browser/api.ts';
import type { PlacedOrder } from '#domain/orders/contract.ts';
import type { OrderRequest } from './order-request.ts';

const TIMEOUT_MS = 30_000;

export interface OrderToSend {
  /** Its idempotency key. The server places one order per key, however often it is sent. */
  key: string;
  /** The body of `POST /api/orders`. */
  body?: OrderRequest | undefined;
  headers: Record<string, string>;
  /** The shopper's session, if there is one; if it has ended, the order is a guest's. */
  token?: string | undefined;
  honeypot?: true;
}

/** Sends an order under its key. @throws ApiFailure */
export async function sendOrder({ key, headers, ...call }: OrderToSend): Promise<PlacedOrder> {
  const order = await callApi<PlacedOrder | undefined>('POST', '/orders', {
    ...call,
    headers: { ...headers, 'Idempotency-Key': key },
    timeoutMs: TIMEOUT_MS,
  });
  // A success without an order comes from a proxy, not from the API.
  if (!order?.orderNumber) throw new ApiFailure(0, 'no_order', 'Failed to create order.');
  return order;
}

/**
 * Whether the order may have been placed in spite of the failure. Only a conflict, a validation error or too many open orders
 * prove that it was not; anything else may come from a proxy, or from before or after the order was placed.
 */
export function mayBePlaced({ status, code }: ApiFailure): boolean {
  return status !== 409 && status !== 422 && code !== 'too_many_orders';
}
