import * as z from 'zod';
import { listFilters } from '#admin/kit/list-filters.ts';
import { isId } from '#admin/kit/record-path.ts';
import { callStaffApi, callStaffApiPage } from '#admin/shell/staff-api.ts';
import {
  type PurchaseOrder,
  type PurchaseOrderEdit,
  type PurchaseOrderPayload,
  type PurchaseOrderStatus,
  purchaseOrder,
  purchaseOrderQuery,
} from '#shared/schemas/purchase-order.ts';

export const purchaseOrderFilters = listFilters(purchaseOrderQuery);

export type PurchaseOrderFilters = typeof purchaseOrderFilters.none;

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

export function deletePurchaseOrder(id: string): Promise<PurchaseOrder> {
  return callStaffApi('DELETE', `/purchase-orders/${id}`, { schema: purchaseOrder });
}
