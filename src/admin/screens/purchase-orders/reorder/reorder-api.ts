import * as z from 'zod';
import { defineList } from '#admin/kit/define-record.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { pageQuery } from '#domain/lists.ts';
import { purchaseOrder } from '#domain/purchase-orders/contract.ts';
import { MAX_REORDERED, type Reorder, reorderRow } from '#domain/purchase-orders/reorder.ts';

export const shortPieces = defineList({
  plural: 'pieces',
  api: '/analytics/reorder',
  schema: reorderRow,
  query: pageQuery,
  defaults: { limit: MAX_REORDERED },
});

/** Orders pieces again. The server takes repeated requests with one key as a single one. @throws ApiFailure `validation_failed` */
export function postReorder(body: Reorder, key: string) {
  const headers = { 'Idempotency-Key': key };
  return callStaffApi('POST', '/purchase-orders/reorders', { body, headers, schema: z.array(purchaseOrder) });
}
