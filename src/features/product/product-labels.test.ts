import { expect, test } from 'vitest';
import { categoryLabel, isInCategory, splitDescription } from './product-labels.ts';

test('a slug reads as a label', () => {
  expect(categoryLabel('bridal-sets')).toBe('Bridal Sets');
  expect(categoryLabel('uncategorized')).toBe('Uncategorized');
});

test('a description is cut at 200 characters', () => {
  expect(splitDescription('a'.repeat(200))).toEqual({ start: 'a'.repeat(200), rest: '' });
  expect(splitDescription('a'.repeat(201))).toEqual({ start: 'a'.repeat(200), rest: 'a' });
});

test('a product is in the category of its slug, or of the name that the slug reads as', () => {
  expect(['bridal-sets', 'Bridal Sets', 'bridal'].map((category) => isInCategory({ category }, 'bridal-sets'))).toEqual([
    true,
    true,
    false,
  ]);
});
