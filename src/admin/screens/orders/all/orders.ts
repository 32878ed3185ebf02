import { useStore } from '@nanostores/react';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { ORDER_STATUS_LABELS } from '#admin/data/orders/statuses.ts';
import { defineRecord } from '#admin/kit/define-record.ts';
import { sendInChunks } from '#admin/kit/send-in-chunks.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import {
  MAX_ORDERS_AT_ONCE,
  type OrderStatusOutcome,
  orderQuery,
  orderStats,
  orderStatusOutcome,
  type StaffOrder,
  staffOrder,
} from '#domain/orders/contract.ts';
import type { OrderStatus } from '#domain/orders/status.ts';
import type { NeededRight } from '#domain/rights/needed.ts';
import { $newOrderSound } from './new-order-sound.ts';

export const orders = defineRecord({
  noun: 'order',
  api: '/orders',
  schema: staffOrder,
  query: orderQuery.omit({ customerEmail: true }),
  formerNames: { search: 'customerEmail' },
  nameOf: ({ orderNumber }) => orderNumber,
  isNumbered: true,
  statuses: ORDER_STATUS_LABELS,
  undoable: 'delivered',
  rights: {
    edit: 'confirm_orders',
    items: 'confirm_orders',
    ship: 'send_parcels',
    receive: 'receive_returns',
    delete: 'cancel_orders',
  },
  statusRight,
});

/** What gives an order another status: as the database asks for it. */
export function statusRight(to: OrderStatus, from?: OrderStatus): NeededRight {
  if (to === 'cancelled' || from === 'cancelled') return 'cancel_orders';
  if (to === 'shipped' || to === 'delivered') return 'send_parcels';
  return ['confirm_orders', 'send_parcels', 'cancel_orders'];
}

export type OrderFilters = typeof orders.filters.defaults;

/** Gives many orders one status, each by the version its screen showed; `extra` goes along. Gives the outcomes in the same order. */
export function setOrderStatuses(shown: StaffOrder[], status: OrderStatus, extra: object = {}): Promise<OrderStatusOutcome[]> {
  return sendInChunks(shown, MAX_ORDERS_AT_ONCE, (chunk) => {
    const body = { orders: chunk.map(({ id, updatedAt }) => ({ id, updatedAt })), status, ...extra };
    return callStaffApi('PUT', '/orders/status', { body, schema: z.array(orderStatusOutcome) });
  });
}

/** How often the figures are fetched while nobody does anything, so that new orders are noticed. */
const LIVE_MS = 30_000;

/** The number of orders by status and their revenue, kept current while shown. */
export function useOrderStats() {
  return useQuery({
    queryKey: [...orders.queries.all, 'stats'],
    queryFn: ({ signal }) => callStaffApi('GET', '/orders/stats', { schema: orderStats, signal }),
    refetchInterval: LIVE_MS,
    // New orders are also heard while another tab is shown.
    refetchIntervalInBackground: useStore($newOrderSound),
  });
}
