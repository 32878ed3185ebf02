import { randomKey } from '#browser/random-key.ts';
import { asRecord, readJson, removeKey, writeJson } from '#browser/storage.ts';

const STORAGE_KEY = 'checkout_attempt_v1';

/** A day later the same order again is a new order, not the lost one. */
const LIFETIME_MS = 24 * 60 * 60 * 1000;

interface Attempt {
  key: string;
  fingerprint: string;
  cart: unknown;
  at: number;
}

/** The last attempt of this page, for browsers whose storage is full or forbidden. */
let tabAttempt: Attempt | undefined;

/**
 * The key under which an order is sent. As long as the server has not answered, the same order goes under the same key, over
 * reloads and from other tabs too, so that sending it again cannot place it twice. Another order gets another key. `cart` is what
 * it was made from.
 */
export function attemptKey(body: unknown, cart: unknown, now = Date.now()): Promise<string> {
  const fingerprint = fingerprintOf(body);
  return takingTurns(async () => {
    const open = openAttempts(now).find((attempt) => attempt.fingerprint === fingerprint);
    tabAttempt = open ?? { key: randomKey(), fingerprint, cart: fingerprintOf(cart), at: now };
    if (open) return open.key;
    writeJson(STORAGE_KEY, tabAttempt);
    return tabAttempt.key;
  }, fingerprint);
}

/** Whether this very order was sent before without an answer. */
export function isUnanswered(body: unknown, now = Date.now()): boolean {
  return openAttempts(now).some(({ fingerprint }) => fingerprint === fingerprintOf(body));
}

/**
 * Whether this very cart was sent as an order without an answer. Then it must not be corrected by today's stock: the order may
 * have taken it, and a cart brought down to what is left would be another order.
 */
export function isCartUnanswered(cart: unknown, now = Date.now()): boolean {
  return openAttempts(now).some((attempt) => attempt.cart === fingerprintOf(cart));
}

/** The server has answered: nothing is left open. */
export function endAttempt(): void {
  tabAttempt = undefined;
  removeKey(STORAGE_KEY);
}

/** What was sent and not answered: by whichever tab wrote last, and by this one. */
function openAttempts(now: number): Attempt[] {
  return [storedAttempt(), tabAttempt].filter((attempt) => attempt !== undefined && now - attempt.at < LIFETIME_MS) as Attempt[];
}

function storedAttempt(): Attempt | undefined {
  const { key, fingerprint, cart, at } = asRecord(readJson(STORAGE_KEY));
  const isAttempt = typeof key === 'string' && typeof fingerprint === 'string' && typeof at === 'number';
  return isAttempt ? { key, fingerprint, cart, at } : undefined;
}

/** How long two tabs that take a key at the same moment wait for each other, where browsers have no locks. */
const SETTLING_MS = 50;

/** Runs one tab after the other, so that two tabs which send the same order at once take the same key. */
async function takingTurns(takeKey: () => Promise<string>, fingerprint: string): Promise<string> {
  if (navigator.locks) return navigator.locks.request(STORAGE_KEY, takeKey);
  const key = await takeKey();
  await new Promise((settled) => setTimeout(settled, SETTLING_MS));
  // Whoever wrote last is believed by both.
  const kept = storedAttempt();
  return kept?.fingerprint === fingerprint ? kept.key : key;
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
