import * as z from 'zod';
import { listFilters } from '#admin/kit/list-filters.ts';
import { isId } from '#admin/kit/record-path.ts';
import { callStaffApi, callStaffApiPage } from '#admin/platform/staff-api.ts';
import {
  type PurchaseOrder,
  type PurchaseOrderEdit,
  type PurchaseOrderPayload,
  type PurchaseOrderStatus,
  purchaseOrder,
  purchaseOrderQuery,
  type Receipt,
  type ReceiptPayload,
  receipt,
} from '#shared/schemas/purchase-orders.ts';

export const purchaseOrderFilters = listFilters(purchaseOrderQuery);

export type PurchaseOrderFilters = typeof purchaseOrderFilters.defaults;

export function fetchPurchaseOrders(filters: PurchaseOrderFilters & { limit: number }, signal?: AbortSignal) {
  return callStaffApiPage('/purchase-orders', { query: filters, schema: z.array(purchaseOrder), signal });
}

export function fetchPurchaseOrder(id: string, signal?: AbortSignal): Promise<PurchaseOrder> {
  return callStaffApi('GET', `/purchase-orders/${id}`, { schema: purchaseOrder, signal });
}

/** A purchase order by its number, as people call it, or by its id. */
export function fetchPurchaseOrderByKey(key: string, signal: AbortSignal): Promise<PurchaseOrder> {
  if (isId(key)) return fetchPurchaseOrder(key, signal);
  return callStaffApi('GET', `/purchase-orders/number/${encodeURIComponent(key)}`, { schema: purchaseOrder, signal });
}

/** An expected delivery nobody knows is left out. */
export function postPurchaseOrder({ expectedDeliveryDate, ...purchase }: PurchaseOrderPayload): Promise<PurchaseOrder> {
  const body = { ...purchase, ...(expectedDeliveryDate && { expectedDeliveryDate }) };
  return callStaffApi('POST', '/purchase-orders', { body, schema: purchaseOrder });
}

export function putPurchaseOrder(id: string, edit: PurchaseOrderEdit): Promise<PurchaseOrder> {
  return callStaffApi('PUT', `/purchase-orders/${id}`, { body: edit, schema: purchaseOrder });
}

/** `sent` is the version the screen showed. */
export function putPurchaseOrderStatus(
  id: string,
  status: PurchaseOrderStatus,
  sent: { updatedAt: string },
): Promise<PurchaseOrder> {
  return callStaffApi('PUT', `/purchase-orders/${id}/status`, { body: { status, ...sent }, schema: purchaseOrder });
}

export function fetchReceipts(id: string, signal?: AbortSignal): Promise<Receipt[]> {
  return callStaffApi('GET', `/purchase-orders/${id}/receipts`, { schema: z.array(receipt), signal });
}

/** The same attempt sent again under its key is received once. */
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

export function deletePurchaseOrder(id: string): Promise<PurchaseOrder> {
  return callStaffApi('DELETE', `/purchase-orders/${id}`, { schema: purchaseOrder });
}
