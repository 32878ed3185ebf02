import { expect, test } from 'vitest';
import { browseCategories, categoryCards } from './categories.ts';

const rings = { name: 'Rings', slug: 'rings', image: '', description: '', count: 2 };
const sets = { name: 'Jewelry Sets', slug: 'sets', image: '', description: '', count: 5 };

test('categories sort by name, or by number of items, highest first', () => {
  expect(browseCategories([rings, sets], '', 'name')).toEqual([sets, rings]);
  expect(browseCategories([rings, { ...sets, count: 1 }], '', 'items')[0]).toBe(rings);
});

test('a category is found by any part of its name, in any case', () => {
  expect(browseCategories([rings, sets], ' RING ', 'name')).toEqual([rings]);
  expect(browseCategories([rings, sets], 'tiara', 'name')).toEqual([]);
});

test('a category’s count is its number of products, or its own count without any', () => {
  const known = [
    { ...rings, count: 9 },
    { ...sets, count: 4 },
  ];
  const counts = categoryCards(known, [{ category: 'rings' }]).map(({ count }) => count);
  expect(counts).toEqual([1, 4]);
});
