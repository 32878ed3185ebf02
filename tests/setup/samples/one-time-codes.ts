import { Secret, TOTP } from 'otpauth';

/** What an authenticator app shows for a secret: now, or so many steps of thirty seconds later. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
}
