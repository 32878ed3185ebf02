import { expect, test } from 'vitest';
import { changedOrders, renumbered } from './category-order.ts';

const at = (id: string, order: number) => ({ id, order });

test('two categories that swap positions swap numbers; the others keep theirs', () => {
  expect(changedOrders([at('a', 1), at('c', 9), at('b', 4), at('d', 12)])).toEqual([at('c', 4), at('b', 9)]);
});

test('moving a category past others shifts them', () => {
  expect(changedOrders([at('c', 2), at('a', 0), at('b', 1)])).toEqual([at('c', 0), at('a', 1), at('b', 2)]);
});

test('categories with the same number get distinct ones', () => {
  expect(changedOrders([at('b', 0), at('a', 0), at('c', 1)])).toEqual([at('a', 1), at('c', 2)]);
});

test('an unchanged order sends nothing', () => {
  expect(changedOrders([at('a', 3), at('b', 7)])).toEqual([]);
});

test('moving one back is a change again', () => {
  const moved = renumbered([at('b', 7), at('a', 3)]);
  expect(moved).toEqual([at('b', 3), at('a', 7)]);
  expect(changedOrders(moved.toReversed())).toEqual([at('a', 3), at('b', 7)]);
});
