import { createHash, randomBytes } from 'node:crypto';

/** What proves that a review is one's own: 256 random bits, for the author's browser to keep. */
export function newEditToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the shop keeps of a token: enough to recognise it, not enough to have it. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
