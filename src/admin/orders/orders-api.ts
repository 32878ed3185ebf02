import * as z from 'zod';
import { callStaffApi, callStaffApiPage } from '#admin/shell/staff-api.ts';
import { type Order, type OrderEdit, type OrderStatus, order, orderStats } from '#shared/schemas/order.ts';
import type { OrderFilters } from './order-filters.ts';

export type OrderStats = z.infer<typeof orderStats>;

const PAGE_SIZE = 20;

export function fetchOrders(filters: OrderFilters) {
  return callStaffApiPage('/orders', { query: { ...filters, limit: PAGE_SIZE }, schema: z.array(order) });
}

export function fetchOrderStats() {
  return callStaffApi('GET', '/orders/stats', { schema: orderStats });
}

export function putOrderStatus(id: string, status: OrderStatus): Promise<Order> {
  return callStaffApi('PUT', `/orders/${id}/status`, { body: { status }, schema: order });
}

export function putOrder(id: string, edit: OrderEdit): Promise<Order> {
  return callStaffApi('PUT', `/orders/${id}`, { body: edit, schema: order });
}

export function deleteOrder(id: string): Promise<Order> {
  return callStaffApi('DELETE', `/orders/${id}`, { schema: order });
}
