import { expect, test } from 'vitest';
import { categoryLabel, reviewDay, splitDescription } from './product-words.ts';

test('a slug reads as a label', () => {
  expect(categoryLabel('bridal-sets')).toBe('Bridal Sets');
  expect(categoryLabel('uncategorized')).toBe('Uncategorized');
});

test('a description is cut at 200 characters', () => {
  expect(splitDescription('a'.repeat(200))).toEqual({ start: 'a'.repeat(200), rest: '' });
  expect(splitDescription('a'.repeat(201))).toEqual({ start: 'a'.repeat(200), rest: 'a' });
});

test('a review of the evening in UTC was written the next day in Pakistan', () => {
  expect(reviewDay('2026-10-11T20:00:00.000Z')).toBe('12 Oct 2026');
});
