import { type LimitsEdit, limits } from '#domain/limits/contract.ts';
import { callFunction, read } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';

/** How much strangers may take before somebody has spoken to them. */
export function readLimits(db: ShopDatabase) {
  return read(db.from('limits').select('*').single(), limits);
}

/** Replaces the limits, and notes who did. @throws ApiError `owner_only`, `edited_meanwhile` */
export function changeLimits(db: ShopDatabase, { updatedAt, ...changed }: LimitsEdit, actor: string) {
  return callFunction(db, 'change_limits', { changed, expected_version: updatedAt ?? null, actor }, limits);
}
