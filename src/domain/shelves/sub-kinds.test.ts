import { expect, test } from 'vitest';
import { subKindsOf } from './sub-kinds.ts';

const kinds = (...names: string[]) => subKindsOf(names).map(({ label }) => label);

test('sub-kinds are what names tell apart, most pieces first', () => {
  expect(kinds('Gold Jhumka Earrings', 'Pearl Halo Stud Earrings', 'Ruby Flower Studs', 'Emerald Drop')).toEqual([
    'Stud',
    'Jhumka',
    'Drop',
    'Halo',
    'Flower',
  ]);
});

test('what all pieces are, and what is a part of another word, is no sub-kind', () => {
  expect(kinds('Leather Watch', 'Link Watch')).toEqual(['Link', 'Leather']);
  expect(kinds('Kundan Choker', 'Kundan Choker in Red')).toEqual([]);
  expect(kinds('Teardrop Set', 'Chained Set')).toEqual(['Teardrop']);
  expect(kinds()).toEqual([]);
});

test('no more than six are shown', () => {
  expect(kinds('Jhumka', 'Hoop', 'Stud', 'Drop', 'Halo', 'Choker', 'Kara', 'Nath')).toHaveLength(6);
});
