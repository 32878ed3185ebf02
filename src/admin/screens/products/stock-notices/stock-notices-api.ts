import * as z from 'zod';
import { defineList } from '#admin/kit/define-record.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { noticeQuery, type StockNotice, stockNotice } from '#domain/stock-notices/contract.ts';

export const stockNotices = defineList({
  plural: 'notices',
  api: '/stock-notices',
  schema: stockNotice,
  query: noticeQuery,
});

export function markNotified(id: string): Promise<StockNotice> {
  return callStaffApi('PUT', `/stock-notices/${id}/told`, { schema: stockNotice });
}

export function deleteNotice(id: string): Promise<null> {
  return callStaffApi('DELETE', `/stock-notices/${id}`, { schema: z.null() });
}
