import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { PURCHASE_ORDER_STATUSES } from '#admin/data/purchase-orders/statuses.ts';
import { defineRecord } from '#admin/kit/define-record.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import {
  type PurchaseOrder,
  purchaseOrder,
  purchaseOrderQuery,
  type ReceiptPayload,
  receipt,
} from '#domain/purchase-orders/contract.ts';
import { statusNews } from './purchase-order-labels.ts';

export const purchaseOrders = defineRecord({
  noun: 'purchase order',
  api: '/purchase-orders',
  schema: purchaseOrder,
  query: purchaseOrderQuery,
  nameOf: ({ orderNumber }) => orderNumber,
  isNumbered: true,
  statuses: PURCHASE_ORDER_STATUSES,
  statusNews,
});

/** The receipts of a purchase order. */
export function receiptsOf(id: string) {
  return queryOptions({
    queryKey: [...purchaseOrders.queries.all, 'receipts', id],
    queryFn: ({ signal }) => callStaffApi('GET', `/purchase-orders/${id}/receipts`, { schema: z.array(receipt), signal }),
  });
}

/** Receives what arrived. The server takes repeated requests with one key as a single one. */
export function postReceipt(id: string, body: ReceiptPayload, key: string): Promise<PurchaseOrder> {
  const headers = { 'Idempotency-Key': key };
  return callStaffApi('POST', `/purchase-orders/${id}/receipts`, { body, headers, schema: purchaseOrder });
}

export function deleteReceipt(id: string, receiptId: string): Promise<PurchaseOrder> {
  return callStaffApi('DELETE', `/purchase-orders/${id}/receipts/${receiptId}`, { schema: purchaseOrder });
}

export function putItemClosing(id: string, itemId: string, closedShort: boolean): Promise<PurchaseOrder> {
  return callStaffApi('PUT', `/purchase-orders/${id}/items/${itemId}`, { body: { closedShort }, schema: purchaseOrder });
}
