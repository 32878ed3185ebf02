import type * as z from 'zod';
import { ApiFailure, callApi } from '#browser/api.ts';
import { $profile } from '#features/shopper/device-profile.ts';
import { normalizePhone, readPhones } from '#shared/phone.ts';
import type { trackedOrder } from '#shared/schemas/orders.ts';
import { $deviceOrders } from './device-orders.ts';

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
  const asked = normalizePhone(phone);
  return (
    asked !== null &&
    $deviceOrders.get().some((order) => order.orderNumber === orderNumber && normalizePhone(order.phone) === asked)
  );
}

/** Asks where an order is. */
export async function trackOrder(question: Question): Promise<Answer> {
  const body = { orderNumber: question.orderNumber.trim(), phone: question.phone.trim() };
  if (!body.orderNumber || !body.phone) return { trouble: 'Please enter your order number and phone number.' };
  const read = readPhones(body.phone);
  if ('complaint' in read) return { trouble: read.complaint };
  try {
    return { order: await callApi<TrackedOrder>('POST', '/orders/track', { body }) };
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    return { trouble: troubleText(failure) };
  }
}

function troubleText({ status, message, errors }: ApiFailure): string {
  if (status === 404) return `${message}. Please check the number and use the phone number you ordered with.`;
  return errors[0]?.message ?? message;
}
