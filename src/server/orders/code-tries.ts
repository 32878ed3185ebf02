import { createHash } from 'node:crypto';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import type { Network } from '#server/network.ts';
import { secrets } from '#server/secrets.ts';
import { withWait } from './read-orders.ts';

/**
 * Wrong tries of a network, a browser or a phone, and unknown codes of everybody together: more than a typing mistake makes. From there on each has two, so
 * that a right code works at once for whoever has not guessed, and hundreds of networks find no more than they are.
 */
const CODE_TRIES = { hits: 20, seconds: 3_600, shopHits: 60, fewHits: 2 };

/** Who tries a code; `phone` only with an order. */
export interface CodeTry {
  network: Network;
  device: string | null;
  phone?: string;
}

/** What the database counts a try by; null where nothing is limited. */
export function codeTries({ network, device, phone = '' }: CodeTry) {
  if (secrets.SHOP_RATE_LIMITS === 'off') return null;
  return { ...CODE_TRIES, network: hashOf(network), device, phone: phone || null };
}

/** Counts that somebody orders with a code. @throws ApiError `too_many_guesses` with `Retry-After` */
export async function countCodeTry(db: ShopDatabase, code: string, who: CodeTry): Promise<void> {
  const tries = codeTries(who);
  if (tries) await callFunction(db, 'count_code_try', { typed: code, tries }).catch(refuseTry);
}

/** Says in words about codes that there were too many tries; any other refusal stays as it is. */
export function refuseTry(refusal: unknown): never {
  throw withWait(refusal, 'Too many tries of codes. Please try again in an hour.');
}

function hashOf(network: Network): string {
  return createHash('sha256').update(`codes ${network}`).digest('base64url');
}
