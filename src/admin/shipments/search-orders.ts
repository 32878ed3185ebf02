import * as z from 'zod';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { ApiFailure } from '#browser/api.ts';
import { type Order, order } from '#shared/schemas/orders.ts';
import { choicesOf, isMeant, numberIn, type OrderChoice } from './order-choices.ts';

/** The orders that a typed text may mean: those being processed whose number or customer contains it, the one of that number, those of that e-mail address. */
export async function searchOrders(text: string, signal?: AbortSignal): Promise<OrderChoice[]> {
  const number = numberIn(text);
  const [processing, numbered, byEmail] = await Promise.all([
    askOrders({ page: 1, limit: 100, status: 'processing' }, signal),
    number ? askNumber(number, signal) : [],
    text ? askOrders({ page: 1, limit: 20, customerEmail: text }, signal) : [],
  ]);
  return choicesOf([...numbered, ...processing.filter((found) => isMeant(found, text)), ...byEmail]);
}

function askOrders(query: Record<string, string | number>, signal?: AbortSignal): Promise<Order[]> {
  return callStaffApi('GET', '/orders', { query, schema: z.array(order), signal });
}

async function askNumber(number: string, signal?: AbortSignal): Promise<Order[]> {
  try {
    return [await callStaffApi('GET', `/orders/number/${number}`, { schema: order, signal })];
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return [];
    throw error;
  }
}
