import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { manyOrdersTags, orderedProductTags } from '#server/http/cache-tags.ts';
import { page, perMinute } from '#server/http/operation.ts';
import { STOCK_ERRORS } from '#server/http/operation-errors.ts';
import { resource } from '#server/http/resource.ts';
import { archiveOrder, editOrder, setOrderStatus, setOrderStatuses } from '#server/orders/change-order.ts';
import { placeOrder } from '#server/orders/place-order.ts';
import {
  getOrder,
  getOrderByNumber,
  listOrders,
  listOwnOrders,
  orderStatistics,
  trackOrder,
} from '#server/orders/read-orders.ts';
import { pageQuery } from '#shared/schemas/lists.ts';
import {
  order,
  orderEdit,
  orderPayload,
  orderQuery,
  orderStats,
  orderStatusChange,
  orderStatusChanges,
  orderStatusOutcome,
  orderTracking,
  trackedOrder,
} from '#shared/schemas/orders.ts';

const staffOnly = { access: 'staff', returns: order } as const;

const tracking = {
  access: 'anyone',
  summary: 'Tracks an order',
  limit: perMinute(20),
  errors: ['order_not_found'],
  returns: trackedOrder,
} as const;

export default resource()
  .post(
    '/api/orders',
    {
      access: 'anyone',
      summary: 'Places an order with cash on delivery',
      body: orderPayload,
      failure: 'Failed to create order',
      idempotent: true,
      limit: perMinute(10),
      shopper: 'optional',
      status: 201,
      returns: order,
      errors: ['choice_required', 'choice_unavailable', 'order_repeated', 'out_of_stock', 'price_changed', 'too_many_orders'],
      purges: orderedProductTags,
      sendsMail: true,
    },
    (call) =>
      placeOrder(call.db, call.body, {
        idempotencyKey: call.idempotencyKey,
        device: call.device,
        shopperId: call.shopper?.id ?? null,
      }),
  )
  .get('/api/orders', { access: 'staff', summary: 'Orders', query: orderQuery, returns: page(order) }, ({ db, query }) =>
    listOrders(db, query),
  )
  .get(
    '/api/orders/mine',
    { access: 'shopper', summary: 'Your own orders', query: pageQuery, returns: page(order) },
    ({ db, query, shopper }) => listOwnOrders(db, shopper.id, query),
  )
  .get('/api/orders/stats', { access: 'staff', summary: 'Orders at a glance', returns: orderStats }, ({ db }) =>
    orderStatistics(db),
  )
  .post('/api/orders/track', { ...tracking, body: orderTracking }, ({ db, body }) => trackOrder(db, body))
  .get('/api/orders/track', { ...tracking, query: orderTracking, deprecated: true }, ({ db, query }) => trackOrder(db, query))
  .get(
    '/api/orders/number/:orderNumber',
    { ...staffOnly, summary: 'An order by its number', errors: ['order_not_found'] },
    ({ db, params }) => getOrderByNumber(db, params.orderNumber),
  )
  .get('/api/orders/:id', { ...staffOnly, summary: 'An order by its id', errors: ['order_not_found'] }, ({ db, params }) =>
    getOrder(db, params.id),
  )
  .put(
    '/api/orders/status',
    {
      access: 'staff',
      summary: 'Sets the status of many orders, each on its own',
      body: orderStatusChanges,
      returns: z.array(orderStatusOutcome),
      purges: manyOrdersTags,
    },
    ({ db, body, staff }) => setOrderStatuses(db, body, staff.id),
  )
  .put(
    '/api/orders/:id',
    {
      ...staffOnly,
      summary: 'Corrects contact, address and notes',
      body: orderEdit,
      failure: 'Failed to update order',
      errors: ['order_not_found', 'edited_meanwhile'],
    },
    ({ db, params, body }) => editOrder(db, params.id, body),
  )
  .put(
    '/api/orders/:id/status',
    {
      ...staffOnly,
      summary: 'Sets the status of an order and updates stock',
      body: orderStatusChange,
      failure: 'Failed to update order status',
      errors: ['order_not_found', 'edited_meanwhile', 'parcel_under_way', ...STOCK_ERRORS],
      purges: orderedProductTags,
    },
    ({ db, params, body, staff }) => setOrderStatus(db, params.id, body, staff.id),
  )
  .delete(
    '/api/orders/:id',
    { ...staffOnly, summary: 'Archives an order', errors: ['order_not_found', ...STOCK_ERRORS], purges: orderedProductTags },
    ({ db, params, staff }) => archiveOrder(db, params.id, staff.id),
  ).handler;

export const config: Config = { path: ['/api/orders', '/api/orders/*'] };
