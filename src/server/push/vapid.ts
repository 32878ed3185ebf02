import { sign } from 'node:crypto';
import { signingKey } from './vapid-keys.ts';
import type { PushSettings } from './vapid-variables.ts';

/** At most a day is allowed; clocks differ. */
const LIFETIME_SECONDS = 12 * 60 * 60;

/** Says to a push service who sends, signed for it alone. Takes its origin. https://www.rfc-editor.org/rfc/rfc8292 */
export function vapidHeader(origin: string, settings: PushSettings, now = Date.now()): string {
  const claims = { aud: origin, exp: Math.floor(now / 1000) + LIFETIME_SECONDS, sub: settings.subject };
  const text = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', Buffer.from(text), { key: signingKey(settings), dsaEncoding: 'ieee-p1363' });
  return `vapid t=${text}.${signature.toString('base64url')}, k=${settings.publicKey}`;
}
