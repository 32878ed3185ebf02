import { createHash } from 'node:crypto';
import * as z from 'zod';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import type { Network } from '#server/network.ts';
import { secrets } from '#server/secrets.ts';
import type { RateLimit } from './operation.ts';

const secondsToWait = z.number();

/**
 * Counts a call in Postgres, which all instances of a function share. The network is stored as a hash.
 * Takes what is limited (`post /api/orders`) and where the call comes from.
 * @throws ApiError `too_many_requests` with `Retry-After`
 */
export async function countCall(db: ShopDatabase, what: string, network: Network, { hits, seconds }: RateLimit): Promise<void> {
  if (secrets.SHOP_RATE_LIMITS === 'off') return;
  const bucket = createHash('sha256').update(`${what} ${network}`).digest('base64url');
  const wait = await callFunction(db, 'hit_rate_limit', { bucket, hits_allowed: hits, window_seconds: seconds }, secondsToWait);
  if (wait > 0) {
    throw new ApiError('too_many_requests', { headers: { 'Retry-After': String(wait) } });
  }
}
