import { expect, test } from 'vitest';
import { categoryName, categoryNames, packNames, pageCategoryNames } from './category-names.ts';

const CATEGORIES = [
  { slug: 'pendant', name: 'Pendants' },
  { slug: 'rings', name: 'Rings' },
];

test('a category is called by its own name, not by its slug', () => {
  expect(categoryName('pendant', categoryNames(CATEGORIES))).toBe('Pendants');
});

test('a category without a name is called by its slug in words', () => {
  expect(categoryName('bridal-sets', categoryNames(CATEGORIES))).toBe('Bridal Sets');
});

test('pages carry only the names that a slug does not say, and the browser reads them back', () => {
  expect(packNames(CATEGORIES)).toBe('{"pendant":"Pendants"}');
  expect(categoryName('pendant', pageCategoryNames(packNames(CATEGORIES)))).toBe('Pendants');
  expect(categoryName('rings', pageCategoryNames(packNames(CATEGORIES)))).toBe('Rings');
});
