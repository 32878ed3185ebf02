import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { listFilters } from '#admin/kit/list-filters.ts';
import { isId } from '#admin/kit/record-path.ts';
import { callStaffApi, callStaffApiPage } from '#admin/shell/staff-api.ts';
import {
  type Order,
  type OrderEditRequest,
  type OrderStatus,
  type OrderStatusChange,
  order,
  orderQuery,
  orderStats,
} from '#shared/schemas/order.ts';

export const orderFilters = listFilters(orderQuery);

export type OrderFilters = typeof orderFilters.none;

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
  });
}
