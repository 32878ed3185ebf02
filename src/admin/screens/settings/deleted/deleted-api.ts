import { defineList } from '#admin/kit/define-record.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { deletedQuery, deletedRecord, type Restoration, restoredRecord } from '#domain/deleted/contract.ts';

export const deletedRecords = defineList({
  plural: 'deleted records',
  api: '/deleted',
  schema: deletedRecord,
  query: deletedQuery,
});

export function postRestoration(record: Restoration) {
  return callStaffApi('POST', '/deleted/restore', { body: record, schema: restoredRecord });
}
