import { type ConditionEdit, type ShopStatus, shopStatus } from '#domain/status/contract.ts';
import { callFunction } from '#server/database/calls.ts';
import { whyNotWritable } from '#server/database/check-health.ts';
import type { ShopDatabase } from '#server/database/client.ts';

const stored = shopStatus.omit({ writeProblem: true });

/** What is wrong with the shop, since when, and which requests it could not answer. */
export async function readShopStatus(db: ShopDatabase): Promise<ShopStatus> {
  const [status, writeProblem] = await Promise.all([callFunction(db, 'shop_status', {}, stored), whyNotWritable(db)]);
  return { writeProblem, ...status };
}

/** Changes whether and from when on owners are told of a condition. @throws ApiError `owner_only`, `condition_not_found` */
export async function changeCondition(
  db: ShopDatabase,
  kind: string,
  { threshold, isWatched }: ConditionEdit,
  actor: string,
): Promise<ShopStatus> {
  const changed = await callFunction(db, 'change_condition', { kind, threshold, is_watched: isWatched, actor }, stored);
  return { writeProblem: null, ...changed };
}

/** Counts a request that the shop could not answer. One that the database did not answer cannot be counted there. */
export async function noteServerFailure(db: ShopDatabase, operation: string, code: string, requestId: string): Promise<void> {
  if (code === 'database_unreachable') return;
  await callFunction(db, 'note_server_failure', { operation, code, request_id: requestId });
}
