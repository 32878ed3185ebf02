import { expect, test } from 'vitest';
import { changedPlaces, withPlaces } from './category-places.ts';

const at = (id: string, order: number) => ({ id, order });

test('two categories that change places take each other’s; the rest is left alone', () => {
  expect(changedPlaces([at('a', 1), at('c', 9), at('b', 4), at('d', 12)])).toEqual([at('c', 4), at('b', 9)]);
});

test('one that is moved over others shifts them', () => {
  expect(changedPlaces([at('c', 2), at('a', 0), at('b', 1)])).toEqual([at('c', 0), at('a', 1), at('b', 2)]);
});

test('categories that shared a place are told apart', () => {
  expect(changedPlaces([at('b', 0), at('a', 0), at('c', 1)])).toEqual([at('a', 1), at('c', 2)]);
});

test('an order that is as it was needs no change', () => {
  expect(changedPlaces([at('a', 3), at('b', 7)])).toEqual([]);
});

test('moving one back at once is a change again', () => {
  const moved = withPlaces([at('b', 7), at('a', 3)]);
  expect(moved).toEqual([at('b', 3), at('a', 7)]);
  expect(changedPlaces(moved.toReversed())).toEqual([at('a', 3), at('b', 7)]);
});
