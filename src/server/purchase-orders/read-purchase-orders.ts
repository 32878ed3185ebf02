import * as z from 'zod';
import type { PageQuery } from '#domain/lists.ts';
import {
  type PurchaseOrderQuery,
  purchaseOrder,
  purchaseOrderStats,
  supplierDelivery,
} from '#domain/purchase-orders/contract.ts';
import { reorderRow } from '#domain/purchase-orders/reorder.ts';
import type { Period } from '#domain/values.ts';
import { periodBounds } from '#server/database/calendar.ts';
import { callFunction, callPage, read } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ilikePattern } from '#server/database/filters.ts';
import { ApiError } from '#server/errors.ts';

const WITH_ITEMS = '*, items:purchase_order_items(*, ...product_variants(color, size, sku))';

/** Purchase orders, filtered, sorted and paged by the database. Filters use the day the list shows: when it was ordered, else created. */
export function listPurchaseOrders(db: ShopDatabase, query: PurchaseOrderQuery) {
  const { status = null, supplierName, sortBy, sortOrder } = query;
  const filters = { status, supplier_name_like: supplierName ? ilikePattern(supplierName) : null, ...periodBounds(query) };
  const sorting = { sort_by: sortBy, ascending: sortOrder === 'asc' };
  return callPage(db, 'list_purchase_orders', { ...filters, ...sorting }, query, purchaseOrder);
}

/** @throws ApiError `purchase_order_not_found`, also for an archived one */
export function getPurchaseOrder(db: ShopDatabase, id: string) {
  return findPurchaseOrder(db, 'id', id);
}

/** @throws ApiError `purchase_order_not_found`, also for an archived one */
export function getPurchaseOrderByNumber(db: ShopDatabase, orderNumber: string) {
  return findPurchaseOrder(db, 'order_number', orderNumber.toUpperCase());
}

async function findPurchaseOrder(db: ShopDatabase, column: 'id' | 'order_number', value: string) {
  const order = await read(
    db
      .from('purchase_orders')
      .select(WITH_ITEMS)
      .eq(column, value)
      .is('archived_at', null)
      .order('position', { referencedTable: 'purchase_order_items' })
      .maybeSingle(),
    purchaseOrder.nullable(),
  );
  if (!order) throw new ApiError('purchase_order_not_found');
  return order;
}

/** The deliveries of a purchase order, newest first. @throws ApiError `purchase_order_not_found` */
export function listDeliveries(db: ShopDatabase, id: string) {
  return callFunction(db, 'list_purchase_order_deliveries', { purchase_order_id: id }, z.array(supplierDelivery));
}

/** Purchase orders, their cost, and how many have each status. */
export function purchaseOrderStatistics(db: ShopDatabase, period: Period) {
  return callFunction(db, 'purchase_order_stats', periodBounds(period), purchaseOrderStats);
}

/** What sells and runs short, the most urgent first. */
export function listReorder(db: ShopDatabase, paging: PageQuery) {
  return callPage(db, 'list_reorder', {}, paging, reorderRow);
}
