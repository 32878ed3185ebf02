import { useStore } from '@nanostores/react';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { chunks } from '#admin/kit/chunks.ts';
import { listFilters } from '#admin/kit/list-filters.ts';
import { isId } from '#admin/kit/record-path.ts';
import { callStaffApi, callStaffApiPage } from '#admin/platform/staff-api.ts';
import {
  MAX_ORDERS_AT_ONCE,
  type Order,
  type OrderEditRequest,
  type OrderStatus,
  type OrderStatusChange,
  type OrderStatusOutcome,
  order,
  orderQuery,
  orderStats,
  orderStatusOutcome,
} from '#shared/schemas/orders.ts';
import { $newOrderSound } from './new-order-sound.ts';

export const orderFilters = listFilters(orderQuery);

export type OrderFilters = typeof orderFilters.defaults;

/** How often the figures ask again while nobody does anything: new orders should be noticed. */
const LIVE_MS = 30_000;

export function fetchOrders(filters: OrderFilters & { limit: number }, signal?: AbortSignal) {
  return callStaffApiPage('/orders', { query: filters, schema: z.array(order), signal });
}

export function fetchOrder(id: string): Promise<Order> {
  return callStaffApi('GET', `/orders/${id}`, { schema: order });
}

/** An order by its number, as people call it, or by its id. */
export function fetchOrderByKey(key: string, signal: AbortSignal): Promise<Order> {
  const path = isId(key) ? `/orders/${key}` : `/orders/number/${encodeURIComponent(key)}`;
  return callStaffApi('GET', path, { schema: order, signal });
}

/** `sent` is the version the screen showed, and whether staff cancel although a parcel is under way. */
export function putOrderStatus(
  id: string,
  status: OrderStatus,
  sent: Omit<Partial<OrderStatusChange>, 'status'>,
): Promise<Order> {
  return callStaffApi('PUT', `/orders/${id}/status`, { body: { status, ...sent }, schema: order });
}

/** One status for many orders, each by the version its screen showed; the outcomes in the same order. */
export async function putOrderStatuses(orders: Order[], status: OrderStatus): Promise<OrderStatusOutcome[]> {
  const outcomes: OrderStatusOutcome[] = [];
  for (const chunk of chunks(orders, MAX_ORDERS_AT_ONCE)) {
    const body = { orders: chunk.map(({ id, updatedAt }) => ({ id, updatedAt })), status };
    outcomes.push(...(await callStaffApi('PUT', '/orders/status', { body, schema: z.array(orderStatusOutcome) })));
  }
  return outcomes;
}

export function putOrder(id: string, edit: OrderEditRequest): Promise<Order> {
  return callStaffApi('PUT', `/orders/${id}`, { body: edit, schema: order });
}

export function deleteOrder(id: string): Promise<Order> {
  return callStaffApi('DELETE', `/orders/${id}`, { schema: order });
}

/** All orders by status and what they brought in, kept current while it is shown. */
export function useOrderStats() {
  return useQuery({
    queryKey: ['orders', 'stats'],
    queryFn: ({ signal }) => callStaffApi('GET', '/orders/stats', { schema: orderStats, signal }),
    refetchInterval: LIVE_MS,
    // Who listens for orders need not look at them.
    refetchIntervalInBackground: useStore($newOrderSound),
  });
}
