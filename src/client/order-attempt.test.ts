import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { attemptKey, endAttempt, isCartUnanswered, isUnanswered } from './order-attempt.ts';

const order = { customerName: 'Amna', totalAmount: 2200 };
const cart = [{ quantity: 1 }];
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
  const key = attemptKey(order, cart);
  expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(attemptKey({ ...order }, cart)).toBe(key);
  endAttempt();
  expect(attemptKey(order, cart)).not.toBe(key);
});

test('another order goes under another key', () => {
  expect(attemptKey(order, cart)).not.toBe(attemptKey({ ...order, totalAmount: 2300 }, cart));
});

test('an order without an answer is known after a reload, another one is not', () => {
  attemptKey(order, cart);
  expect(isUnanswered(order)).toBe(true);
  expect(isUnanswered({ ...order, totalAmount: 1 })).toBe(false);
  endAttempt();
  expect(isUnanswered(order)).toBe(false);
});

test('the cart of an unanswered order is held until it is answered or changed', () => {
  attemptKey(order, cart);
  expect(isCartUnanswered([{ quantity: 1 }])).toBe(true);
  expect(isCartUnanswered([{ quantity: 2 }])).toBe(false);
  endAttempt();
  expect(isCartUnanswered(cart)).toBe(false);
});

test('a day later the same order is a new one', () => {
  const key = attemptKey(order, cart, 0);
  expect(attemptKey(order, cart, 23 * HOUR)).toBe(key);
  expect(attemptKey(order, cart, 25 * HOUR)).not.toBe(key);
});
