import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { attemptKey, endAttempt, isCartUnanswered, isUnanswered } from './attempt.ts';

const order = { customerName: 'Amna', totalAmount: 2200 };
const cart = [{ quantity: 1 }];
const HOUR = 60 * 60 * 1000;

let storage: Map<string, string>;
let isFull: boolean;

beforeEach(() => {
  storage = new Map();
  isFull = false;
  const localStorage = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
      storage.set(key, value);
    },
    removeItem: (key: string) => storage.delete(key),
  };
  vi.stubGlobal('window', { localStorage });
});

afterEach(() => endAttempt());

/** Another tab: its own memory, the same storage. */
async function otherTab(): Promise<typeof import('./attempt.ts')> {
  vi.resetModules();
  return import('./attempt.ts');
}

test('the same order uses the same key until it is answered', async () => {
  const key = await attemptKey(order, cart);
  expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(await attemptKey({ ...order }, cart)).toBe(key);
  endAttempt();
  expect(await attemptKey(order, cart)).not.toBe(key);
});

test('another order uses another key', async () => {
  expect(await attemptKey(order, cart)).not.toBe(await attemptKey({ ...order, totalAmount: 2300 }, cart));
});

test('an unanswered order is recognised after a reload, another one is not', async () => {
  await attemptKey(order, cart);
  const reloaded = await otherTab();
  expect(reloaded.isUnanswered(order)).toBe(true);
  expect(reloaded.isUnanswered({ ...order, totalAmount: 1 })).toBe(false);
  reloaded.endAttempt();
  expect((await otherTab()).isUnanswered(order)).toBe(false);
});

test('the cart of an unanswered order is locked until it is answered or changed', async () => {
  await attemptKey(order, cart);
  expect(isCartUnanswered([{ quantity: 1 }])).toBe(true);
  expect(isCartUnanswered([{ quantity: 2 }])).toBe(false);
  endAttempt();
  expect(isCartUnanswered(cart)).toBe(false);
});

test('after a day the same order is a new one', async () => {
  const key = await attemptKey(order, cart, 0);
  expect(await attemptKey(order, cart, 23 * HOUR)).toBe(key);
  expect(await attemptKey(order, cart, 25 * HOUR)).not.toBe(key);
});

test('with full storage nothing is lost while the page is open', async () => {
  isFull = true;
  const key = await attemptKey(order, cart);
  expect(await attemptKey(order, cart)).toBe(key);
  expect(isUnanswered(order)).toBe(true);
  expect(isCartUnanswered(cart)).toBe(true);
});

test('an order sent by another tab does not hide this tab’s order', async () => {
  const key = await attemptKey(order, cart);
  await (await otherTab()).attemptKey({ ...order, totalAmount: 1 }, cart);
  expect(await attemptKey(order, cart)).toBe(key);
});

test.each(['with locks', 'without locks'])('two tabs sending the same order at once share its key, %s', async (browser) => {
  if (browser === 'without locks') vi.stubGlobal('navigator', {});
  const tabs = await Promise.all([otherTab(), otherTab()]);
  const [first, second] = await Promise.all(tabs.map((tab) => tab.attemptKey(order, cart)));
  expect(first).toBe(second);
});
