import { expect, test } from 'vitest';
import { newOrdersIn } from './new-orders.ts';

const order = (id: string, minute: number) => ({ id, createdAt: `2026-11-21T10:0${minute}:00.000Z` });

test('new orders are those that are not in the list, each once', () => {
  const listed = [order('b', 2), order('a', 1)];
  expect(newOrdersIn([order('d', 4), order('c', 3), ...listed], listed, order('b', 2).createdAt)).toBe(2);
  expect(newOrdersIn(listed, listed, order('b', 2).createdAt)).toBe(0);
});

test('an order that is in the list is no longer new, however the list is sorted', () => {
  expect(newOrdersIn([order('c', 3), order('b', 2)], [order('c', 3)], order('b', 2).createdAt)).toBe(0);
});

test('with an empty list every order is new; before the list is loaded none is', () => {
  expect(newOrdersIn([order('a', 1)], [], '')).toBe(1);
  expect(newOrdersIn([order('a', 1)], [], undefined)).toBe(0);
});
