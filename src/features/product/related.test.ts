import { expect, test } from 'vitest';
import type { CatalogItem } from '#features/product-cards/catalog-item.ts';
import { relatedFinder } from './related.ts';

const item = (id: string, category: string) => ({ id, category }) as CatalogItem;
const rings = ['r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7'].map((id) => item(id, 'rings'));
const watch = item('w1', 'watches');
const related = relatedFinder([watch, ...rings]);
const ids = (of: CatalogItem) => related(of).map(({ id }) => id);

test('the next products of the category are related, wrapping around, never the product itself', () => {
  expect(ids(item('r1', 'rings'))).toEqual(['r2', 'r3', 'r4', 'r5']);
  expect(ids(item('r6', 'rings'))).toEqual(['r7', 'r1', 'r2', 'r3']);
});

test('a category with one product is filled up with the newest of the shop', () => {
  expect(ids(watch)).toEqual(['r1', 'r2', 'r3', 'r4']);
});
