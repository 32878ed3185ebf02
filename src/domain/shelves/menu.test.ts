import { expect, test } from 'vitest';
import { menuOf } from './menu.ts';

const rings = { name: 'Rings', slug: 'rings', image: null };
const sets = { name: 'Sets', slug: 'sets', image: '/sets.webp' };
const piece = (category: string, price: number, ...occasions: ('eid' | 'party')[]) => ({ category, price, occasions });

test('the menu leads into each category, and all of the shop, by the occasions and prices that there are', () => {
  const pieces = [500, 900, 1400, 2600, 3100].map((price) => piece('rings', price, price < 1000 ? 'eid' : 'party'));
  const { categories, doors } = menuOf([rings, sets], [...pieces, piece('sets', 9000)]);
  expect(categories[0]).toMatchObject({ name: 'Rings', slug: 'rings', image: null });
  expect(categories[0]?.doors).toEqual({
    occasions: ['party', 'eid'],
    prices: [
      { minPrice: null, maxPrice: 900 },
      { minPrice: 900, maxPrice: 1500 },
      { minPrice: 1500, maxPrice: 2500 },
      { minPrice: 2500, maxPrice: null },
    ],
  });
  // One piece needs no door.
  expect(categories[1]).toEqual({ ...sets, doors: { occasions: [], prices: [] } });
  expect(doors.prices.at(-1)?.maxPrice).toBeNull();
});
