import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { pageQuery } from '#domain/lists.ts';
import { reorderRow } from '#domain/purchase-orders/reorder.ts';
import { dashboard, salesQuery, salesReport } from '#domain/reports/contract.ts';
import {
  orderEarnings,
  packingCost,
  profitQuery,
  profitReport,
  stagesQuery,
  stagesReport,
  stockAtCost,
  stockAtCostQuery,
  stockWorth,
} from '#domain/reports/profit.ts';
import { workDue } from '#domain/reports/work-due.ts';
import { period } from '#domain/values.ts';
import { resource } from '#server/api/api.ts';
import { page } from '#server/http/operation.ts';
import { listReorder } from '#server/purchase-orders/read-purchase-orders.ts';
import {
  listStockAtCost,
  readOrderEarnings,
  readProfit,
  readStages,
  readStockWorth,
  setPackingCost,
} from '#server/reports/read-profit.ts';
import { readDashboard, readSales, readWorkDue } from '#server/reports/read-reports.ts';

export default resource('Figures of the shop: today’s work, revenue, what sells.')
  .get(
    '/api/analytics/today',
    {
      access: 'staff',
      right: 'none',
      summary: 'What waits for the caller, kind by kind, and until when it should be done',
      returns: z.array(workDue),
    },
    ({ db, staff }) => readWorkDue(db, staff.rights),
  )
  .get(
    '/api/analytics/dashboard',
    { access: 'staff', right: 'see_reports', summary: 'The shop at a glance', query: period, returns: dashboard },
    ({ db, query }) => readDashboard(db, query),
  )
  .get(
    '/api/analytics/sales',
    { access: 'staff', right: 'see_reports', summary: 'Sales by day, month or year', query: salesQuery, returns: salesReport },
    ({ db, query }) => readSales(db, query),
  )
  .get(
    '/api/analytics/profit',
    {
      access: 'staff',
      right: 'see_reports',
      summary: 'What the orders placed in a period earned',
      query: profitQuery,
      returns: profitReport,
    },
    ({ db, query }) => readProfit(db, query),
  )
  .get(
    '/api/analytics/profit/days',
    {
      access: 'staff',
      right: 'see_reports',
      summary: 'How many orders were placed, confirmed, sent, delivered and settled, day by day',
      query: stagesQuery,
      returns: stagesReport,
    },
    ({ db, query }) => readStages(db, query),
  )
  .get(
    '/api/analytics/profit/orders/:orderId',
    {
      access: 'staff',
      right: 'see_reports',
      summary: 'What one order earned',
      errors: ['order_not_found'],
      returns: orderEarnings,
    },
    ({ db, params }) => readOrderEarnings(db, params.orderId),
  )
  .put(
    '/api/analytics/packing-cost',
    {
      access: 'staff',
      right: 'buy_stock',
      summary: 'Says what packing a parcel costs from now on',
      body: packingCost,
      returns: packingCost,
    },
    ({ db, body }) => setPackingCost(db, body.perParcel),
  )
  .get(
    '/api/analytics/stock',
    { access: 'staff', right: 'see_reports', summary: 'What lies in the shop, at cost', returns: stockWorth },
    ({ db }) => readStockWorth(db),
  )
  .get(
    '/api/analytics/stock/pieces',
    {
      access: 'staff',
      right: 'see_reports',
      summary: 'What lies in the shop, at cost, choice by choice',
      query: stockAtCostQuery,
      returns: page(stockAtCost),
    },
    ({ db, query }) => listStockAtCost(db, query),
  )
  .get(
    '/api/analytics/reorder',
    {
      access: 'staff',
      right: 'buy_stock',
      summary: 'What sells and runs short, and how much of it to order',
      query: pageQuery,
      returns: page(reorderRow),
    },
    ({ db, query }) => listReorder(db, query),
  ).handler;

export const config: Config = { path: '/api/analytics/*' };
