import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bestsellersFirst, namedBestsellers } from './bestsellers.ts';

const item = (id: string, reviewCount = 0, rating = 0) => ({ id, reviewCount, rating });
const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);

test('what is named comes first, the rest by how many reviews it has, then by how good they are', () => {
  const items = [item('a'), item('b', 2, 4), item('c', 2, 5), item('d', 9, 1), item('e')];
  expect(idsOf(bestsellersFirst(items, ['e', 'b']))).toEqual(['e', 'b', 'd', 'c', 'a']);
});

test('while nothing was sold nothing has to be named', () => {
  const items = [item('a'), item('b', 2, 4), item('c', 2, 5)];
  expect(namedBestsellers(['c', 'b', 'a'], items)).toEqual([]);
});

test('whatever the order is, the shortest list that restores it is named', () => {
  const shop = fc.uniqueArray(fc.stringMatching(/^[0-9a-f]{1,3}$/), { minLength: 1, maxLength: 12 }).chain((ids) =>
    fc.record({
      items: fc.tuple(...ids.map((id) => fc.record({ id: fc.constant(id), reviewCount: fc.nat(2), rating: fc.nat(2) }))),
      sold: fc.shuffledSubarray(ids),
    }),
  );
  fc.assert(
    fc.property(shop, ({ items, sold }) => {
      const whole = idsOf(bestsellersFirst(items, sold));
      const named = namedBestsellers(whole, items);
      expect(idsOf(bestsellersFirst(items, named))).toEqual(whole);
      expect(named.length).toBeLessThanOrEqual(sold.length);
      const shorter = named.slice(0, -1);
      if (named.length > 0) expect(idsOf(bestsellersFirst(items, shorter))).not.toEqual(whole);
    }),
  );
});

test('of an order that was cut off nothing behind its end is taken for better', () => {
  const items = [item('a', 1), item('b'), item('c', 3)];
  expect(namedBestsellers(['a', 'b'], items)).toEqual(['a', 'b']);
});
