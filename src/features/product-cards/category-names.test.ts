import { expect, test } from 'vitest';
import { categoryLabel, categoryName, categoryNames, isInCategory, packNames, pageCategoryNames } from './category-names.ts';

const CATEGORIES = [
  { slug: 'pendant', name: 'Pendants' },
  { slug: 'rings', name: 'Rings' },
];

test('a category is labelled by its name, not by its slug', () => {
  expect(categoryName('pendant', categoryNames(CATEGORIES))).toBe('Pendants');
});

test('a category without a name is labelled by its slug in words', () => {
  expect(categoryName('bridal-sets', categoryNames(CATEGORIES))).toBe('Bridal Sets');
});

test('pages contain only names that differ from the slug, and the browser reads them back', () => {
  expect(packNames(CATEGORIES)).toBe('{"pendant":"Pendants"}');
  expect(categoryName('pendant', pageCategoryNames(packNames(CATEGORIES)))).toBe('Pendants');
  expect(categoryName('rings', pageCategoryNames(packNames(CATEGORIES)))).toBe('Rings');
});

test('a slug reads as a label', () => {
  expect(categoryLabel('bridal-sets')).toBe('Bridal Sets');
  expect(categoryLabel('uncategorized')).toBe('Uncategorized');
});

test('a product belongs to the category with its slug, or with the name its slug reads as', () => {
  expect(['bridal-sets', 'Bridal Sets', 'bridal'].map((category) => isInCategory({ category }, 'bridal-sets'))).toEqual([
    true,
    true,
    false,
  ]);
});
