import type { Config } from '@netlify/functions';
import { readDashboard, readSales } from '#server/analytics/read-analytics.ts';
import { resource } from '#server/http/resource.ts';
import { dashboard, salesQuery, salesReport } from '#shared/schemas/analytics.ts';
import { period } from '#shared/schemas/common.ts';

export default resource()
  .get(
    '/api/analytics/dashboard',
    { access: 'staff', summary: 'The shop at a glance', query: period, returns: dashboard },
    readDashboard,
  )
  .get(
    '/api/analytics/sales',
    { access: 'staff', summary: 'Sales by day, month or year', query: salesQuery, returns: salesReport },
    readSales,
  ).handler;

export const config: Config = { path: '/api/analytics/*' };
