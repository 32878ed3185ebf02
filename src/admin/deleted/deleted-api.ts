import * as z from 'zod';
import { listFilters } from '#admin/kit/list-filters.ts';
import { callStaffApi, callStaffApiPage } from '#admin/platform/staff-api.ts';
import { deletedQuery, deletedRecord, type Restoration, restoredRecord } from '#shared/schemas/deleted.ts';

export const deletedFilters = listFilters(deletedQuery);

export function fetchDeleted(filters: typeof deletedFilters.defaults & { limit: number }, signal?: AbortSignal) {
  return callStaffApiPage('/deleted', { query: filters, schema: z.array(deletedRecord), signal });
}

export function postRestoration(record: Restoration) {
  return callStaffApi('POST', '/deleted/restore', { body: record, schema: restoredRecord });
}
