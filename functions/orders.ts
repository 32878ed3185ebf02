import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { movedStock, movedStockOfSome } from '#server/catalog/cache-tags.ts';
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
import { pageQuery } from '#shared/schemas/products.ts';

const staffOnly = { access: 'staff', returns: order } as const;

const tracking = {
  access: 'anyone',
  summary: 'Where an order is',
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
      errors: ['choice_unavailable', 'order_repeated', 'out_of_stock', 'price_changed', 'too_many_orders'],
      purges: movedStock,
    },
    placeOrder,
  )
  .get('/api/orders', { access: 'staff', summary: 'Orders', query: orderQuery, returns: page(order) }, listOrders)
  .get(
    '/api/orders/mine',
    { access: 'shopper', summary: 'One’s own orders', query: pageQuery, returns: page(order) },
    listOwnOrders,
  )
  .get('/api/orders/stats', { access: 'staff', summary: 'Orders at a glance', returns: orderStats }, orderStatistics)
  .post('/api/orders/track', { ...tracking, body: orderTracking }, ({ db, body }) => trackOrder(db, body))
  .get('/api/orders/track', { ...tracking, query: orderTracking, deprecated: true }, ({ db, query }) => trackOrder(db, query))
  .get(
    '/api/orders/number/:orderNumber',
    { ...staffOnly, summary: 'An order by its number', errors: ['order_not_found'] },
    getOrderByNumber,
  )
  .get('/api/orders/:id', { ...staffOnly, summary: 'An order by its id', errors: ['order_not_found'] }, getOrder)
  .put(
    '/api/orders/status',
    {
      access: 'staff',
      summary: 'Gives many orders a status; each is judged alone',
      body: orderStatusChanges,
      returns: z.array(orderStatusOutcome),
      purges: movedStockOfSome,
    },
    setOrderStatuses,
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
    editOrder,
  )
  .put(
    '/api/orders/:id/status',
    {
      ...staffOnly,
      summary: 'Gives an order a status; stock follows',
      body: orderStatusChange,
      failure: 'Failed to update order status',
      errors: ['order_not_found', 'edited_meanwhile', 'parcel_under_way', ...STOCK_ERRORS],
      purges: movedStock,
    },
    setOrderStatus,
  )
  .delete(
    '/api/orders/:id',
    { ...staffOnly, summary: 'Archives an order', errors: ['order_not_found', ...STOCK_ERRORS], purges: movedStock },
    archiveOrder,
  ).handler;

export const config: Config = { path: ['/api/orders', '/api/orders/*'] };
