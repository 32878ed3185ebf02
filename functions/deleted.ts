import type { Config } from '@netlify/functions';
import { everyProduct } from '#server/catalog/cache-tags.ts';
import { listDeleted, restoreDeleted } from '#server/deleted/deleted-records.ts';
import { page } from '#server/http/operation.ts';
import { STOCK_ERRORS } from '#server/http/operation-errors.ts';
import { resource } from '#server/http/resource.ts';
import { deletedQuery, deletedRecord, restoration, restoredRecord } from '#shared/schemas/deleted.ts';

export default resource()
  .get(
    '/api/deleted',
    { access: 'staff', summary: 'What can be restored', query: deletedQuery, returns: page(deletedRecord) },
    listDeleted,
  )
  .post(
    '/api/deleted/restore',
    {
      access: 'staff',
      summary: 'Restores a deleted record',
      body: restoration,
      errors: ['deleted_not_found', 'order_deleted', ...STOCK_ERRORS],
      returns: restoredRecord,
      purges: everyProduct,
    },
    restoreDeleted,
  ).handler;

export const config: Config = { path: ['/api/deleted', '/api/deleted/*'] };
