import { ApiFailure, callApi } from '#browser/api.ts';
import { refusalOf } from '#browser/refusal.ts';
import { readOrderNumber } from '#domain/orders/order-number.ts';
import type { OrderTracking, TrackedOrder } from '#domain/orders/tracking-contract.ts';
import { normalizePhone } from '#domain/phone.ts';
import { $profile } from '#features/shopper/device-profile.ts';
import { $deviceOrders } from './device-orders.ts';

export const EMPTY_QUERY: OrderTracking = { orderNumber: '', phone: '' };

/** An order, or why there is none to show: below the form and at its fields. */
export type TrackingResult = { order: TrackedOrder } | { error: string; fieldErrors?: Partial<OrderTracking> };

/** What the form starts with: the order named by the link, else the last one of this device, and the phone that goes with it. */
export function initialQuery(named: string): OrderTracking {
  const orders = $deviceOrders.get();
  const orderNumber = readOrderNumber(named) || (orders[0]?.orderNumber ?? '');
  const known = orders.find((order) => order.orderNumber === orderNumber.toUpperCase());
  return { orderNumber, phone: known?.phone || $profile.get().phone };
}

/** Whether the order was placed on this device, so that nothing needs to be typed. */
export function isFromThisDevice({ orderNumber, phone }: OrderTracking): boolean {
  const asked = normalizePhone(phone);
  return (
    asked !== null &&
    $deviceOrders.get().some((order) => order.orderNumber === orderNumber && normalizePhone(order.phone) === asked)
  );
}

/** Fetches an order by its number and the phone it was placed with. */
export async function fetchOrder(query: OrderTracking): Promise<TrackingResult> {
  const body = { orderNumber: query.orderNumber.trim(), phone: query.phone.trim() };
  if (!body.orderNumber || !body.phone) return { error: 'Please enter your order number and phone number.' };
  try {
    return { order: await callApi<TrackedOrder>('POST', '/orders/track', { body }) };
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    const { status, message } = failure;
    if (status === 404) return { error: `${message}. Please check the number and use the phone number you ordered with.` };
    const { text, fieldErrors } = refusalOf(failure, ['orderNumber', 'phone']);
    return { error: text, fieldErrors };
  }
}
