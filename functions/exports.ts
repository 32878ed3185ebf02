import type { Config } from '@netlify/functions';
import { auditEntry, auditQuery } from '#domain/audit-log/contract.ts';
import { journalEntry, monthQuery } from '#domain/books/contract.ts';
import { WHOLE } from '#domain/lists.ts';
import { subscriber } from '#domain/newsletter/contract.ts';
import { orderQuery, staffOrder } from '#domain/orders/contract.ts';
import { payment, paymentQuery } from '#domain/payments/contract.ts';
import { product, wholeProductQuery } from '#domain/products/contract.ts';
import { purchaseOrder, purchaseOrderQuery } from '#domain/purchase-orders/contract.ts';
import { returnQuery, returnRequest } from '#domain/returns/contract.ts';
import { shipment, shipmentQuery } from '#domain/shipments/contract.ts';
import { stockLevelQuery, stockQuery, stockRecord } from '#domain/stock/contract.ts';
import { resource } from '#server/api/api.ts';
import { listActivity } from '#server/audit-log/audit-log.ts';
import { listJournal } from '#server/books/books.ts';
import { listProducts } from '#server/catalog/products.ts';
import { page } from '#server/http/operation.ts';
import { listSubscribers } from '#server/messages/newsletter.ts';
import { listOrders } from '#server/orders/read-orders.ts';
import { listPayments } from '#server/payments/payments.ts';
import { listPurchaseOrders } from '#server/purchase-orders/read-purchase-orders.ts';
import { listReturns } from '#server/returns/returns.ts';
import { listShipments } from '#server/shipments/read-shipments.ts';
import { listStockHistory } from '#server/stock/stock-history.ts';
import { listStockLevels } from '#server/stock/stock-levels.ts';

const leaves = { access: 'staff', right: 'export', isExport: true } as const;

/** A list of the back office at `/api/<list>` is at `/api/exports/<list>` as a whole, with the right to see it besides the right to take it out. */
const NO_PAGES = { page: true, limit: true } as const;

export default resource('Lists as a whole, as they are at one moment, for the files that staff take out of the shop.')
  .get(
    '/api/exports/orders',
    { ...leaves, besides: 'see_orders', summary: 'Exports orders', query: orderQuery.omit(NO_PAGES), returns: page(staffOrder) },
    ({ db, query }) => listOrders(db, { ...query, ...WHOLE }),
  )
  .get(
    '/api/exports/shipments',
    {
      ...leaves,
      besides: 'see_orders',
      summary: 'Exports shipments',
      query: shipmentQuery.omit(NO_PAGES),
      returns: page(shipment),
    },
    ({ db, query }) => listShipments(db, { ...query, ...WHOLE }),
  )
  .get(
    '/api/exports/returns',
    {
      ...leaves,
      besides: 'see_orders',
      summary: 'Exports returns',
      query: returnQuery.omit(NO_PAGES),
      returns: page(returnRequest),
    },
    ({ db, query }) => listReturns(db, { ...query, ...WHOLE }),
  )
  .get(
    '/api/exports/payments',
    { ...leaves, besides: 'see_sums', summary: 'Exports payments', query: paymentQuery.omit(NO_PAGES), returns: page(payment) },
    ({ db, query, staff }) => listPayments(db, { ...query, ...WHOLE }, staff.id),
  )
  .get(
    '/api/exports/journal',
    { ...leaves, besides: 'see_reports', summary: 'Exports a month’s journal', query: monthQuery, returns: page(journalEntry) },
    ({ db, query }) => listJournal(db, { ...query, ...WHOLE }),
  )
  .get(
    '/api/exports/products',
    { ...leaves, summary: 'Exports products', query: wholeProductQuery, returns: page(product) },
    ({ db, query }) => listProducts(db, { ...query, ...WHOLE }),
  )
  .get(
    '/api/exports/products/stock',
    { ...leaves, summary: 'Exports stock levels', query: stockLevelQuery.omit(NO_PAGES), returns: page(product) },
    ({ db, query }) => listStockLevels(db, { ...query, ...WHOLE }),
  )
  .get(
    '/api/exports/stock-history',
    {
      ...leaves,
      besides: ['correct_stock', 'buy_stock'],
      summary: 'Exports the stock ledger',
      query: stockQuery.omit(NO_PAGES),
      returns: page(stockRecord),
    },
    ({ db, query }) => listStockHistory(db, { ...query, ...WHOLE }),
  )
  .get(
    '/api/exports/purchase-orders',
    {
      ...leaves,
      besides: 'buy_stock',
      summary: 'Exports purchase orders',
      query: purchaseOrderQuery.omit(NO_PAGES),
      returns: page(purchaseOrder),
    },
    ({ db, query }) => listPurchaseOrders(db, { ...query, ...WHOLE }),
  )
  .get(
    '/api/exports/newsletter',
    { ...leaves, besides: 'answer_messages', summary: 'Exports who gets the newsletter', returns: page(subscriber) },
    ({ db }) => listSubscribers(db, WHOLE),
  )
  .get(
    '/api/exports/audit-log',
    {
      ...leaves,
      besides: 'see_activity',
      summary: 'Exports the activity',
      query: auditQuery.omit(NO_PAGES),
      returns: page(auditEntry),
    },
    ({ db, query, staff }) => listActivity(db, staff.id, { ...query, ...WHOLE }),
  ).handler;

export const config: Config = { path: ['/api/exports/*'] };
