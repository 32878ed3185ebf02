import { endOfDay, periodBounds, startOfDay } from '#server/database/calendar.ts';
import { callFunction, read, readPage } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ilikePattern } from '#server/database/filters.ts';
import { ApiError } from '#server/errors.ts';
import type { Call } from '#server/http/operation.ts';
import type { Period } from '#shared/schemas/common.ts';
import type { PurchaseOrderQuery } from '#shared/schemas/purchase-orders.ts';

const COLUMNS = {
  createdAt: 'created_at',
  supplierName: 'supplier_name',
  totalAmount: 'total_amount',
  status: 'status',
} as const;

const WITH_ITEMS = '*, items:purchase_order_items(*)';

/** Purchase orders, filtered, sorted and paged by the database. Days are those the list shows: first ordered, before that written down. */
export function listPurchaseOrders({ db, query }: Call<unknown, PurchaseOrderQuery>) {
  return readPage(() => {
    let orders = db.from('purchase_orders').select(WITH_ITEMS, { count: 'exact' }).is('archived_at', null);
    if (query.status) orders = orders.eq('status', query.status);
    if (query.supplierName) orders = orders.ilike('supplier_name', ilikePattern(query.supplierName));
    if (query.startDate) orders = orders.gte('dated_at', startOfDay(query.startDate));
    if (query.endDate) orders = orders.lt('dated_at', endOfDay(query.endDate));
    return orders
      .order(COLUMNS[query.sortBy], { ascending: query.sortOrder === 'asc' })
      .order('id')
      .order('position', { referencedTable: 'purchase_order_items' });
  }, query);
}

/** @throws ApiError 404 `purchase_order_not_found`, also for an archived one */
export function getPurchaseOrder({ db, params }: Call<unknown, unknown, { id: string }>) {
  return one(db, 'id', params.id);
}

/** @throws ApiError 404 `purchase_order_not_found`, also for an archived one */
export function getPurchaseOrderByNumber({ db, params }: Call<unknown, unknown, { orderNumber: string }>) {
  return one(db, 'order_number', params.orderNumber.toUpperCase());
}

async function one(db: ShopDatabase, column: 'id' | 'order_number', value: string) {
  const order = await read(
    db
      .from('purchase_orders')
      .select(WITH_ITEMS)
      .eq(column, value)
      .is('archived_at', null)
      .order('position', { referencedTable: 'purchase_order_items' })
      .maybeSingle(),
  );
  if (!order) throw purchaseOrderNotFound();
  return order;
}

/** The receipts of a purchase order, the newest first. @throws ApiError 404 `purchase_order_not_found` */
export function listReceipts({ db, params }: Call<unknown, unknown, { id: string }>) {
  return callFunction(db, 'purchase_order_receipts_of', { purchase_order_id: params.id });
}

export function purchaseOrderStatistics({ db, query }: Call<unknown, Period>) {
  return callFunction(db, 'purchase_order_stats', periodBounds(query));
}

export function purchaseOrderNotFound(): ApiError {
  return new ApiError('purchase_order_not_found');
}
