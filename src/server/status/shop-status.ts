import { type ConditionEdit, shopStatus } from '#domain/status/contract.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';

/** What is wrong with the shop, since when, and which requests it could not answer. */
export function readShopStatus(db: ShopDatabase) {
  return callFunction(db, 'shop_status', {}, shopStatus);
}

/** Changes whether and from when on owners are told of a condition. @throws ApiError `owner_only`, `condition_not_found` */
export function changeCondition(db: ShopDatabase, kind: string, { threshold, isWatched }: ConditionEdit, actor: string) {
  return callFunction(db, 'change_condition', { kind, threshold, is_watched: isWatched, actor }, shopStatus);
}

/** Counts a request that the shop could not answer. One that the database did not answer cannot be counted there. */
export async function noteServerFailure(db: ShopDatabase, operation: string, code: string, requestId: string): Promise<void> {
  if (code === 'database_unreachable') return;
  await callFunction(db, 'note_server_failure', { operation, code, request_id: requestId });
}
