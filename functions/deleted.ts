import type { Config } from '@netlify/functions';
import { deletedQuery, deletedRecord, restoration, restoredRecord } from '#domain/deleted/contract.ts';
import { resource } from '#server/api/api.ts';
import { listDeleted, restoreDeleted } from '#server/deleted/deleted-records.ts';
import { catalogTags } from '#server/http/cache-tags.ts';
import { page } from '#server/http/operation.ts';
import { STOCK_ERRORS } from '#server/http/operation-errors.ts';

export default resource('What was deleted in the last 30 days, to be restored.')
  .get(
    '/api/deleted',
    {
      access: 'staff',
      right: 'restore_records',
      summary: 'What can be restored',
      query: deletedQuery,
      returns: page(deletedRecord),
    },
    ({ db, query }) => listDeleted(db, query),
  )
  .post(
    '/api/deleted/restore',
    {
      access: 'staff',
      right: 'restore_records',
      summary: 'Restores a deleted record',
      body: restoration,
      errors: ['deleted_not_found', 'order_deleted', ...STOCK_ERRORS],
      returns: restoredRecord,
      purges: catalogTags,
    },
    ({ db, body, staff }) => restoreDeleted(db, body, staff.id),
  ).handler;

export const config: Config = { path: ['/api/deleted', '/api/deleted/*'] };
