import { randomKey } from '#browser/random-key.ts';
import { asRecord, readJson, removeKey, writeJson } from '#browser/storage.ts';

const STORAGE_KEY = 'checkout_attempt_v1';

/** After a day the same order counts as a new one. */
const LIFETIME_MS = 24 * 60 * 60 * 1000;

interface Attempt {
  key: string;
  fingerprint: string;
  cart: unknown;
  at: number;
}

/** This tab's last attempt, for browsers whose storage is full or forbidden. */
let tabAttempt: Attempt | undefined;

/**
 * The idempotency key of an order. Until the server answers, the same order gets the same key, over reloads and in other tabs, so
 * that sending it again cannot place it twice. `cart` is the cart it was made from.
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

/** Whether this exact order was sent before and never answered. */
export function isUnanswered(body: unknown, now = Date.now()): boolean {
  return openAttempts(now).some(({ fingerprint }) => fingerprint === fingerprintOf(body));
}

/**
 * Whether this exact cart was sent as an order and never answered. Then today's stock must not be applied to it: the order itself
 * may have taken the stock, and a smaller cart would be another order.
 */
export function isCartUnanswered(cart: unknown, now = Date.now()): boolean {
  return openAttempts(now).some((attempt) => attempt.cart === fingerprintOf(cart));
}

/** Call it when the server has answered. */
export function endAttempt(): void {
  tabAttempt = undefined;
  removeKey(STORAGE_KEY);
}

/** Attempts without an answer: the last one of any tab, and this tab's. */
function openAttempts(now: number): Attempt[] {
  return [storedAttempt(), tabAttempt].filter((attempt) => attempt !== undefined && now - attempt.at < LIFETIME_MS) as Attempt[];
}

function storedAttempt(): Attempt | undefined {
  const { key, fingerprint, cart, at } = asRecord(readJson(STORAGE_KEY));
  const isAttempt = typeof key === 'string' && typeof fingerprint === 'string' && typeof at === 'number';
  return isAttempt ? { key, fingerprint, cart, at } : undefined;
}

/** Without Web Locks, two tabs that take a key at once wait this long for each other's. */
const SETTLING_MS = 50;

/** Runs one tab after another, so that tabs sending the same order at once use the same key. */
async function takingTurns(takeKey: () => Promise<string>, fingerprint: string): Promise<string> {
  if (navigator.locks) return navigator.locks.request(STORAGE_KEY, takeKey);
  const key = await takeKey();
  await new Promise((settled) => setTimeout(settled, SETTLING_MS));
  // Both tabs use the key written last.
  const kept = storedAttempt();
  return kept?.fingerprint === fingerprint ? kept.key : key;
}

/** A short hash (cyrb53), so that no personal data is stored. */
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
