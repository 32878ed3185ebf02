import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new secret: 256 random bits. Who has it may edit a review, accept an invitation, or is a known device. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the shop stores of a token: enough to recognise it, not to use it. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Compares a secret without telling by its time how much of it was right. */
export function isSameSecret(given: string, secret: string): boolean {
  const [one, other] = [given, secret].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
