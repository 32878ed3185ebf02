import { createHash, randomBytes } from 'node:crypto';

/** A new secret: 256 random bits. Who has it may edit a review, accept an invitation, or is a known device. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the shop stores of a token: enough to recognise it, not to use it. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
