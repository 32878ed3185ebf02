import type * as z from 'zod';
import { ApiFailure, callApi } from '#client/api.ts';
import { $deviceOrders } from '#client/device-orders.ts';
import { $profile } from '#client/device-profile.ts';
import type { trackedOrder } from '#shared/schemas/order.ts';

export type TrackedOrder = z.infer<typeof trackedOrder>;

export interface Question {
  orderNumber: string;
  phone: string;
}

export const NOTHING_ASKED: Question = { orderNumber: '', phone: '' };

/** An order, or why there is none to show. */
export type Answer = { order: TrackedOrder } | { trouble: string };

/**
 * What the form begins with: the order that the link names, else the last one of this device, and the phone that goes with it.
 */
export function likelyQuestion(named: string): Question {
  const orders = $deviceOrders.get();
  const orderNumber = named.trim().slice(0, 40) || (orders[0]?.orderNumber ?? '');
  const known = orders.find((order) => order.orderNumber.toUpperCase() === orderNumber.toUpperCase());
  return { orderNumber, phone: known?.phone || $profile.get().phone };
}

/** Whether the order was placed on this device: then nothing needs to be typed. */
export function isOwn({ orderNumber, phone }: Question): boolean {
  return $deviceOrders.get().some((order) => order.orderNumber === orderNumber && order.phone === phone && phone !== '');
}

/** Asks where an order is. */
export async function trackOrder(question: Question): Promise<Answer> {
  const query = { orderNumber: question.orderNumber.trim(), phone: question.phone.trim() };
  if (!query.orderNumber || !query.phone) return { trouble: 'Please enter your order number and phone number.' };
  try {
    return { order: await callApi<TrackedOrder>('GET', '/orders/track', { query }) };
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    return { trouble: troubleText(failure) };
  }
}

function troubleText({ status, message, errors }: ApiFailure): string {
  if (status === 404) return `${message}. Please check the number and use the phone number you ordered with.`;
  return errors[0]?.message ?? message;
}
