import { callStaffApi } from '#admin/platform/staff-api.ts';
import { type FoundRecords, foundRecords } from '#domain/search/contract.ts';

export function postSearch(q: string, signal?: AbortSignal): Promise<FoundRecords> {
  return callStaffApi('POST', '/search', { body: { q }, schema: foundRecords, signal });
}
