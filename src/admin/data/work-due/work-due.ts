import * as z from 'zod';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { type Work, workDue } from '#domain/reports/work-due.ts';

const REFRESH_MS = 60_000;

/** What waits for the signed-in member, kept current. */
export const workDueQuery = { ...staffQuery('/analytics/today', z.array(workDue)), refetchInterval: REFRESH_MS };

/** Where each kind of work is done: the list that has as many as wait. */
export const WORK_PLACES: Record<Work, string> = {
  confirm: '/admin/confirm',
  missing_money: '/admin/orders?work=awaits_money',
  check_transfers: '/admin/orders?work=to_check',
  pack: '/admin/pack',
  hand_over: '/admin/dispatch',
  ask_parcels: '/admin/under-way',
  late_parcels: '/admin/under-way?list=late',
  lost_parcels: '/admin/under-way?list=lost',
  receive: '/admin/receive',
  decide_returns: '/admin/returns?state=asked',
  settle_returns: '/admin/returns?state=received',
  refund: '/admin/orders?work=to_refund',
  disputes: '/admin/money/disputes',
  take_deliveries: '/admin/purchase-orders',
  low_stock: '/admin/inventory?stock=low&sortBy=stockQuantity',
  answer: '/admin/messages?status=new',
  check_reviews: '/admin/reviews?waiting=true',
  send_mails: '/admin/mails',
  close_month: '/admin/accounts',
  troubles: '/admin/status',
};
