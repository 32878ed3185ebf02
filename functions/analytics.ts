import type { Config } from '@netlify/functions';
import { dashboard, salesQuery, salesReport } from '#domain/reports/contract.ts';
import { period } from '#domain/values.ts';
import { resource } from '#server/api/api.ts';
import { readDashboard, readSales } from '#server/reports/read-reports.ts';

export default resource('Figures of the shop: today’s work, revenue, what sells.')
  .get(
    '/api/analytics/dashboard',
    { access: 'staff', right: 'see_reports', summary: 'The shop at a glance', query: period, returns: dashboard },
    ({ db, query }) => readDashboard(db, query),
  )
  .get(
    '/api/analytics/sales',
    { access: 'staff', right: 'see_reports', summary: 'Sales by day, month or year', query: salesQuery, returns: salesReport },
    ({ db, query }) => readSales(db, query),
  ).handler;

export const config: Config = { path: '/api/analytics/*' };
