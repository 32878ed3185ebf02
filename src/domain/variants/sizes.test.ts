import { expect, test } from 'vitest';
import { BANGLE_SIZES, RING_SIZES, ringDiameter, sizedKind, sortSizes } from './sizes.ts';

test.each([
  ['bangles', ['2.10', '2.2', '2.12', '2.8', '2.4', '2.6'], ['2.2', '2.4', '2.6', '2.8', '2.10', '2.12']],
  ['rings, half sizes among them', ['10', '6', '7.5', '7', '7.25', '12'], ['6', '7', '7.25', '7.5', '10', '12']],
  ['letters', ['XL', 'S', 'XXL', 'L', 'XS', 'M'], ['XS', 'S', 'M', 'L', 'XL', 'XXL']],
  ['words, whatever their case', ['Large', 'small', 'Medium', 'Extra Large'], ['small', 'Medium', 'Large', 'Extra Large']],
  ['lengths', ['100 cm', '45 cm', '60 cm'], ['45 cm', '60 cm', '100 cm']],
  ['a mixture', ['Free Size', '18 inch', 'M', '2.4'], ['2.4', 'M', '18 inch', 'Free Size']],
])('%s are sorted as the trade does', (_, sizes, sorted) => {
  expect(sortSizes(sizes)).toEqual(sorted);
});

test('2.1 and 2.10 are two sizes, nine annas apart', () => {
  expect(sortSizes(['2.10', '2.1', '2.9'])).toEqual(['2.1', '2.9', '2.10']);
});

test('sorting leaves the given list alone', () => {
  const given = ['8', '6'];
  sortSizes(given);
  expect(given).toEqual(['8', '6']);
});

test('common sizes are listed in their order, each wider than the one before', () => {
  for (const sizes of [BANGLE_SIZES, RING_SIZES]) {
    const names = sizes.map(({ size }) => size);
    expect(sortSizes(names)).toEqual(names);
    expect(sizes.every(({ innerMm }, index) => innerMm > (sizes[index - 1]?.innerMm ?? 0))).toBe(true);
  }
});

test('a bangle is as wide as its inches and annas say', () => {
  for (const { size, innerMm } of BANGLE_SIZES) {
    const [inches, annas] = size.split('.').map(Number) as [number, number];
    expect(innerMm).toBeCloseTo((inches + annas / 16) * 25.4, 0);
  }
});

test('rings are measured by the American numbers', () => {
  expect(['6', '7', '7.5'].map(ringDiameter)).toEqual([16.5, 17.3, 17.7]);
});

test('rings and bangles are known by their category; earrings are not rings', () => {
  expect(['rings', 'bridal-rings', 'Bangles', 'bracelets', 'earrings', 'necklaces'].map(sizedKind)).toEqual([
    'ring',
    'ring',
    'bangle',
    'bangle',
    null,
    null,
  ]);
});
