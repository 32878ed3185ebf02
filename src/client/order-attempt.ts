import { asRecord, readJson, removeKey, writeJson } from './storage.ts';

const KEPT_AS = 'checkout_attempt_v1';

/** A day later the same order again is a new order, not the lost one. */
const LIFETIME_MS = 24 * 60 * 60 * 1000;

/**
 * The key under which an order is sent. As long as the server has not answered, the same order goes under the same key, over
 * reloads too, so that sending it again cannot place it twice. Another order gets another key. `cart` is what it was made from.
 */
export function attemptKey(body: unknown, cart: unknown, now = Date.now()): string {
  const kept = keptAttempt(now);
  const fingerprint = fingerprintOf(body);
  if (kept?.fingerprint === fingerprint) return kept.key;
  const key = randomKey();
  writeJson(KEPT_AS, { key, fingerprint, cart: fingerprintOf(cart), at: now });
  return key;
}

/** Whether this very order was sent before without an answer. */
export function isUnanswered(body: unknown, now = Date.now()): boolean {
  return keptAttempt(now)?.fingerprint === fingerprintOf(body);
}

/**
 * Whether this very cart was sent as an order without an answer. Then it must not be corrected by today's stock: the order may
 * have taken it, and a cart brought down to what is left would be another order.
 */
export function isCartUnanswered(cart: unknown, now = Date.now()): boolean {
  return keptAttempt(now)?.cart === fingerprintOf(cart);
}

/** The server has answered: nothing is left open. */
export function endAttempt(): void {
  removeKey(KEPT_AS);
}

function keptAttempt(now: number): { key: string; fingerprint: string; cart: unknown } | undefined {
  const { key, fingerprint, cart, at } = asRecord(readJson(KEPT_AS));
  const isFresh = typeof at === 'number' && now - at < LIFETIME_MS;
  return isFresh && typeof key === 'string' && typeof fingerprint === 'string' ? { key, fingerprint, cart } : undefined;
}

/** A short digest (cyrb53), so that no address is kept where the page does not need it. */
function fingerprintOf(body: unknown): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const character of JSON.stringify(body)) {
    const code = character.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}

/** A random UUID. `crypto.randomUUID` is missing on plain http, where a shop may be tried out in a local network. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
