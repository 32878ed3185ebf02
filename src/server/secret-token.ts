import { createHash, randomBytes } from 'node:crypto';

/** A secret that proves something to whoever holds it (a review is one's own, an invitation is meant for one): 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the shop keeps of a token: enough to recognise it, not enough to have it. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
