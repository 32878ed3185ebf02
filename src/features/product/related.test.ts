import { expect, test } from 'vitest';
import type { CatalogItem } from '#features/product-cards/catalog-item.ts';
import { relatedFinder } from './related.ts';

const item = (id: string, category: string, more: Partial<CatalogItem> = {}) =>
  ({ id, category, price: 1000, colors: [], stockQuantity: 5, ...more }) as CatalogItem;
const rings = ['r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7'].map((id) => item(id, 'rings'));
const watch = item('w1', 'watches');

const ids = (of: CatalogItem, items = [watch, ...rings], partners: Record<string, string[]> = {}) =>
  relatedFinder(items, new Map(Object.entries(partners)))(of).items.map(({ id }) => id);

test('the next products of the category are related, wrapping around, never the product itself', () => {
  expect(ids(item('r1', 'rings'))).toEqual(['r2', 'r3', 'r4', 'r5']);
  expect(ids(item('r6', 'rings'))).toEqual(['r7', 'r1', 'r2', 'r3']);
});

test('a category with one product is filled up with the newest of the shop', () => {
  expect(ids(watch)).toEqual(['r1', 'r2', 'r3', 'r4']);
});

test('what goes with a product comes first, and the page says that it does', () => {
  const related = relatedFinder([watch, ...rings], new Map([['r1', ['r5', 'w1']]]));
  expect(related(item('r1', 'rings')).items.map(({ id }) => id)).toEqual(['r5', 'w1', 'r2', 'r3']);
  expect(related(item('r1', 'rings')).goesWith).toBe(true);
  expect(related(item('r2', 'rings')).goesWith).toBe(false);
});

test('what goes with a product that is alone in its category is not filled up with the newest', () => {
  expect(ids(watch, [watch, ...rings], { w1: ['r3'] })).toEqual(['r3']);
});

test('what is sold out is never shown, and what is gone falls out', () => {
  const items = [watch, ...rings.map((ring) => (ring.id === 'r2' ? { ...ring, stockQuantity: 0 } : ring))];
  expect(ids(item('r1', 'rings'), items, { r1: ['r2', 'gone'] })).toEqual(['r3', 'r4', 'r5', 'r6']);
  const soldOut = relatedFinder(items, new Map([['r1', ['r2']]]));
  expect(soldOut(item('r1', 'rings')).goesWith).toBe(false);
});

test('of a category come first those of the same colour at about the same price, then those at about the price', () => {
  const gold = { colors: ['Gold'] };
  const items = [
    item('own', 'rings', gold),
    item('dear', 'rings', { ...gold, price: 1401 }),
    item('silver', 'rings', { colors: ['Silver'], price: 1400 }),
    item('gold', 'rings', { colors: ['Silver', 'Gold'], price: 600 }),
    item('cheap', 'rings', { ...gold, price: 599 }),
  ];
  expect(ids(items[0] as CatalogItem, items)).toEqual(['gold', 'silver', 'dear', 'cheap']);
});
