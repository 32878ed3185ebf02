import { createHash } from 'node:crypto';
import * as z from 'zod';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import { secrets } from '#server/secrets.ts';
import type { RateLimit } from './operation.ts';

const secondsToWait = z.number();

/**
 * Counts a call in Postgres, where all instances of a function see it. Who called is kept as a hash only.
 * Takes what is limited (`POST /api/orders`, `sign-in`) and who calls (an address, an account).
 * @throws ApiError 429 with `Retry-After`
 */
export async function countCall(db: ShopDatabase, what: string, who: string, { hits, seconds }: RateLimit): Promise<void> {
  if (secrets.SHOP_RATE_LIMITS === 'off') return;
  const bucket = createHash('sha256').update(`${what} ${who}`).digest('base64url');
  const wait = secondsToWait.parse(
    await callFunction(db, 'hit_rate_limit', { bucket, hits_allowed: hits, window_seconds: seconds }),
  );
  if (wait > 0) {
    throw new ApiError('too_many_requests', { headers: { 'Retry-After': String(wait) } });
  }
}
