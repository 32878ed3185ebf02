import * as z from 'zod';
import {
  type PurchaseOrderQuery,
  purchaseOrder,
  purchaseOrderStats,
  supplierDelivery,
} from '#domain/purchase-orders/contract.ts';
import type { Period } from '#domain/values.ts';
import { endOfDay, periodBounds, startOfDay } from '#server/database/calendar.ts';
import { callFunction, read, readPage } from '#server/database/calls.ts';
import type { Column, ShopDatabase } from '#server/database/client.ts';
import { ilikePattern } from '#server/database/filters.ts';
import { ApiError } from '#server/errors.ts';

const SORT_COLUMNS: Record<PurchaseOrderQuery['sortBy'], Column<'purchase_orders'>> = {
  createdAt: 'created_at',
  supplierName: 'supplier_name',
  totalAmount: 'total_amount',
  status: 'status',
};

const WITH_ITEMS = '*, items:purchase_order_items(*, ...product_variants(color, size, sku))';

/** Purchase orders, filtered, sorted and paged by the database. Filters use the day the list shows: when it was ordered, else created. */
export function listPurchaseOrders(db: ShopDatabase, query: PurchaseOrderQuery) {
  return readPage(
    () => {
      let orders = db.from('purchase_orders').select(WITH_ITEMS, { count: 'exact' }).is('archived_at', null);
      if (query.status) orders = orders.eq('status', query.status);
      if (query.supplierName) orders = orders.ilike('supplier_name', ilikePattern(query.supplierName));
      if (query.startDate) orders = orders.gte('dated_at', startOfDay(query.startDate));
      if (query.endDate) orders = orders.lt('dated_at', endOfDay(query.endDate));
      return orders
        .order(SORT_COLUMNS[query.sortBy], { ascending: query.sortOrder === 'asc' })
        .order('id')
        .order('position', { referencedTable: 'purchase_order_items' });
    },
    query,
    purchaseOrder,
  );
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
