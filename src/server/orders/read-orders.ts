import { periodBounds } from '#server/database/calendar.ts';
import { callFunction, callPage, emptyPage, read, readPage } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ilikePattern } from '#server/database/filters.ts';
import { ApiError } from '#server/errors.ts';
import { searchTerms } from '#server/search/search-terms.ts';
import type { PageQuery } from '#shared/schemas/lists.ts';
import type { OrderQuery, OrderTracking } from '#shared/schemas/orders.ts';

/** Orders for staff, filtered, sorted and paged by the database. */
export async function listOrders(db: ShopDatabase, query: OrderQuery) {
  const { words, email } = searchTerms(query.search ?? '');
  // A search for punctuation alone finds nothing.
  if (query.search && !words && !email) return emptyPage(query);
  const address = email ?? query.customerEmail?.toLowerCase();
  const filters = {
    status: query.status ?? null,
    email_like: address ? ilikePattern(address) : null,
    typed_words: words,
    ...periodBounds({ startDate: query.dateFrom, endDate: query.dateTo }),
  };
  const sorting = { sort_by: query.sortBy, ascending: query.sortOrder === 'asc' };
  return callPage(db, 'list_orders', { ...filters, ...sorting }, query);
}

/** A signed-in shopper's own orders, newest first. */
export function listOwnOrders(db: ShopDatabase, shopperId: string, paging: PageQuery) {
  return readPage(
    () => ordersWithItems(db).eq('shopper_id', shopperId).order('created_at', { ascending: false }).order('id'),
    paging,
  );
}

/** @throws ApiError `order_not_found`, also for an archived one */
export function getOrder(db: ShopDatabase, id: string) {
  return findOrder(db, 'id', id);
}

/** @throws ApiError `order_not_found`, also for an archived one */
export function getOrderByNumber(db: ShopDatabase, orderNumber: string) {
  return findOrder(db, 'order_number', orderNumber.toUpperCase());
}

/** Orders, revenue and orders per status. */
export function orderStatistics(db: ShopDatabase) {
  return callFunction(db, 'order_stats');
}

/** Where an order is, for anyone who knows its number and one of its phones. @throws ApiError `order_not_found` unless both match */
export function trackOrder(db: ShopDatabase, { orderNumber, phone }: OrderTracking) {
  return callFunction(db, 'track_order', { order_number: orderNumber, phone });
}

async function findOrder(db: ShopDatabase, column: 'id' | 'order_number', value: string) {
  const order = await read(ordersWithItems(db).eq(column, value).maybeSingle());
  if (!order) throw new ApiError('order_not_found');
  return order;
}

/** Orders that are not archived, with their items and parcels. */
function ordersWithItems(db: ShopDatabase) {
  return db
    .from('orders')
    .select(
      '*, items:order_items(*, ...product_variants(sku)), shipments(id, shipment_number, status, carrier, tracking_number, updated_at)',
      {
        count: 'exact',
      },
    )
    .is('archived_at', null)
    .is('shipments.archived_at', null)
    .order('position', { referencedTable: 'order_items' })
    .order('created_at', { referencedTable: 'shipments' });
}
