import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { attemptKey, endAttempt, isUnanswered } from './attempt.ts';

const order = { customerName: 'Amna', totalAmount: 2200 };
const HOUR = 60 * 60 * 1000;

beforeEach(() => {
  const kept = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
  vi.stubGlobal('window', { localStorage });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the same order goes under the same key until it is answered', () => {
  const key = attemptKey(order);
  expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(attemptKey({ ...order })).toBe(key);
  endAttempt();
  expect(attemptKey(order)).not.toBe(key);
});

test('another order goes under another key', () => {
  expect(attemptKey(order)).not.toBe(attemptKey({ ...order, totalAmount: 2300 }));
});

test('an order without an answer is known after a reload, another one is not', () => {
  attemptKey(order);
  expect(isUnanswered(order)).toBe(true);
  expect(isUnanswered({ ...order, totalAmount: 1 })).toBe(false);
  endAttempt();
  expect(isUnanswered(order)).toBe(false);
});

test('a day later the same order is a new one', () => {
  const key = attemptKey(order, 0);
  expect(attemptKey(order, 23 * HOUR)).toBe(key);
  expect(attemptKey(order, 25 * HOUR)).not.toBe(key);
});
