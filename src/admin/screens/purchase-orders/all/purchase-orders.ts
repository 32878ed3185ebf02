import { queryOptions, useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { PURCHASE_ORDER_STATUS_LABELS } from '#admin/data/purchase-orders/statuses.ts';
import { defineRecord } from '#admin/kit/define-record.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import {
  type NewSupplierDelivery,
  type PurchaseOrder,
  type PurchaseOrderStatus,
  purchaseOrder,
  purchaseOrderQuery,
  purchaseOrderStats,
  supplierDelivery,
} from '#domain/purchase-orders/contract.ts';
import { statusNews } from './purchase-order-labels.ts';

export const purchaseOrders = defineRecord({
  noun: 'purchase order',
  api: '/purchase-orders',
  schema: purchaseOrder,
  query: purchaseOrderQuery,
  nameOf: ({ orderNumber }) => orderNumber,
  isNumbered: true,
  statuses: PURCHASE_ORDER_STATUS_LABELS,
  statusNews,
});

/** How many purchase orders have a status, or any; null until that is known. */
export function usePurchaseOrderCounts(): (status?: PurchaseOrderStatus) => number | null {
  const { data } = useQuery({
    queryKey: [...purchaseOrders.queries.all, 'stats'],
    queryFn: ({ signal }) => callStaffApi('GET', '/purchase-orders/stats', { schema: purchaseOrderStats, signal }),
  });
  return (status) => (data ? (status ? (data.statusCounts[status] ?? 0) : data.totalPurchaseOrders) : null);
}

/** The deliveries of a purchase order. */
export function deliveriesOf(id: string) {
  return queryOptions({
    queryKey: [...purchaseOrders.queries.all, 'deliveries', id],
    queryFn: ({ signal }) =>
      callStaffApi('GET', `/purchase-orders/${id}/receipts`, { schema: z.array(supplierDelivery), signal }),
  });
}

/** Receives what arrived. The server takes repeated requests with one key as a single one. */
export function postDelivery(id: string, body: NewSupplierDelivery, key: string): Promise<PurchaseOrder> {
  const headers = { 'Idempotency-Key': key };
  return callStaffApi('POST', `/purchase-orders/${id}/receipts`, { body, headers, schema: purchaseOrder });
}

export function deleteDelivery(id: string, deliveryId: string): Promise<PurchaseOrder> {
  return callStaffApi('DELETE', `/purchase-orders/${id}/receipts/${deliveryId}`, { schema: purchaseOrder });
}

export function putItemClosing(id: string, itemId: string, closedShort: boolean): Promise<PurchaseOrder> {
  return callStaffApi('PUT', `/purchase-orders/${id}/items/${itemId}`, { body: { closedShort }, schema: purchaseOrder });
}
