import type { Config } from '@netlify/functions';
import * as z from 'zod';
import {
  itemClosing,
  NOTHING_RECEIVED,
  newSupplierDelivery,
  PURCHASE_INCOMPLETE,
  purchaseOrder,
  purchaseOrderEdit,
  purchaseOrderPayload,
  purchaseOrderQuery,
  purchaseOrderStats,
  purchaseOrderStatusChange,
  supplierDelivery,
} from '#domain/purchase-orders/contract.ts';
import { reorder } from '#domain/purchase-orders/reorder.ts';
import { period } from '#domain/values.ts';
import { resource } from '#server/api/api.ts';
import { orderedProductTags } from '#server/http/cache-tags.ts';
import { page } from '#server/http/operation.ts';
import { STOCK_ERRORS } from '#server/http/operation-errors.ts';
import {
  archivePurchaseOrder,
  closePurchaseOrderItem,
  createPurchaseOrder,
  editPurchaseOrder,
  receivePurchaseOrder,
  reorderPieces,
  setPurchaseOrderStatus,
  takeBackDelivery,
} from '#server/purchase-orders/change-purchase-order.ts';
import {
  getPurchaseOrder,
  getPurchaseOrderByNumber,
  listDeliveries,
  listPurchaseOrders,
  purchaseOrderStatistics,
} from '#server/purchase-orders/read-purchase-orders.ts';

const staffOnly = { access: 'staff', returns: purchaseOrder } as const;

export default resource('Orders from suppliers, and what arrived of them.')
  .get(
    '/api/purchase-orders',
    { access: 'staff', right: 'buy_stock', summary: 'Purchase orders', query: purchaseOrderQuery, returns: page(purchaseOrder) },
    ({ db, query }) => listPurchaseOrders(db, query),
  )
  .post(
    '/api/purchase-orders',
    {
      ...staffOnly,
      right: 'buy_stock',
      summary: 'Creates a purchase order',
      body: purchaseOrderPayload,
      incomplete: PURCHASE_INCOMPLETE,
      status: 201,
    },
    ({ db, body }) => createPurchaseOrder(db, body),
  )
  .post(
    '/api/purchase-orders/reorders',
    {
      access: 'staff',
      right: 'buy_stock',
      summary: 'Orders pieces again: one purchase order for each supplier',
      body: reorder,
      idempotent: true,
      status: 201,
      returns: z.array(purchaseOrder),
    },
    ({ db, body, idempotencyKey }) => reorderPieces(db, body, idempotencyKey),
  )
  .get(
    '/api/purchase-orders/stats',
    { access: 'staff', right: 'buy_stock', summary: 'Purchase orders at a glance', query: period, returns: purchaseOrderStats },
    ({ db, query }) => purchaseOrderStatistics(db, query),
  )
  .get(
    '/api/purchase-orders/number/:orderNumber',
    { ...staffOnly, right: 'buy_stock', summary: 'A purchase order by its number', errors: ['purchase_order_not_found'] },
    ({ db, params }) => getPurchaseOrderByNumber(db, params.orderNumber),
  )
  .get(
    '/api/purchase-orders/:id',
    { ...staffOnly, right: 'buy_stock', summary: 'A purchase order', errors: ['purchase_order_not_found'] },
    ({ db, params }) => getPurchaseOrder(db, params.id),
  )
  .put(
    '/api/purchase-orders/:id',
    {
      ...staffOnly,
      right: 'buy_stock',
      summary: 'Corrects a purchase order; its items until some are received',
      body: purchaseOrderEdit,
      errors: ['purchase_order_not_found', 'already_received', 'edited_meanwhile'],
    },
    ({ db, params, body }) => editPurchaseOrder(db, params.id, body),
  )
  .put(
    '/api/purchase-orders/:id/status',
    {
      ...staffOnly,
      right: 'buy_stock',
      summary: 'Sets the status of a purchase order and updates stock',
      body: purchaseOrderStatusChange,
      errors: ['purchase_order_not_found', 'edited_meanwhile', ...STOCK_ERRORS],
      purges: orderedProductTags,
    },
    ({ db, params, body, staff }) => setPurchaseOrderStatus(db, params.id, body, staff.id),
  )
  .get(
    '/api/purchase-orders/:id/receipts',
    {
      access: 'staff',
      right: 'buy_stock',
      summary: 'Receipts of a purchase order, newest first',
      errors: ['purchase_order_not_found'],
      returns: z.array(supplierDelivery),
    },
    ({ db, params }) => listDeliveries(db, params.id),
  )
  .post(
    '/api/purchase-orders/:id/receipts',
    {
      ...staffOnly,
      right: 'buy_stock',
      summary: 'Receives pieces line by line; undamaged ones are added to stock',
      body: newSupplierDelivery,
      incomplete: NOTHING_RECEIVED,
      errors: ['purchase_order_not_found', 'purchase_order_cancelled', 'edited_meanwhile', 'more_than_ordered', ...STOCK_ERRORS],
      idempotent: true,
      status: 201,
      purges: orderedProductTags,
    },
    ({ db, params, body, staff, idempotencyKey }) =>
      receivePurchaseOrder(db, params.id, body, { actor: staff.id, idempotencyKey }),
  )
  .delete(
    '/api/purchase-orders/:id/receipts/:receiptId',
    {
      ...staffOnly,
      right: 'buy_stock',
      summary: 'Undoes a receipt and takes its pieces out of stock',
      errors: ['purchase_order_not_found', 'delivery_not_found', ...STOCK_ERRORS],
      purges: orderedProductTags,
    },
    ({ db, params, staff }) => takeBackDelivery(db, params.id, params.receiptId, staff.id),
  )
  .put(
    '/api/purchase-orders/:id/items/:itemId',
    {
      ...staffOnly,
      right: 'buy_stock',
      summary: 'Closes a line short, or reopens it',
      body: itemClosing,
      errors: ['purchase_order_not_found', 'item_not_found', 'nothing_missing'],
    },
    ({ db, params, body }) => closePurchaseOrderItem(db, params.id, params.itemId, body),
  )
  .delete(
    '/api/purchase-orders/:id',
    { ...staffOnly, right: 'buy_stock', summary: 'Archives a purchase order; stock stays', errors: ['purchase_order_not_found'] },
    ({ db, params }) => archivePurchaseOrder(db, params.id),
  ).handler;

export const config: Config = { path: ['/api/purchase-orders', '/api/purchase-orders/*'] };
