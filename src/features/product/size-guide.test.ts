import { expect, test } from 'vitest';
import { sizeGuide } from './size-guide.ts';

test('rings are measured in millimetres, each of the sizes offered', () => {
  expect(sizeGuide('rings', ['6', '7', 'One Size'])?.rows).toEqual([
    ['6', '16.5 mm', '52 mm'],
    ['7', '17.3 mm', '54 mm'],
  ]);
});

test('bangles and bracelets are measured by diameter and length', () => {
  expect(sizeGuide('bracelets', ['Small', 'Large'])?.rows).toEqual([
    ['Small', '2.4', '57 mm', '16 cm'],
    ['Large', '2.8', '64 mm', '20 cm'],
  ]);
});

test('bangles in annas come in the order of the trade, with what the hand measures', () => {
  expect(sizeGuide('bangles', ['2.10', '2.4', 'Free Size'])?.rows).toEqual([
    ['2.4', '57.2 mm', '180 mm'],
    ['2.10', '66.7 mm', '210 mm'],
  ]);
});

test('the circle is as wide as the piece inside', () => {
  expect(sizeGuide('bracelets', ['Medium', '2.12'])?.measures).toEqual([
    { size: '2.12', innerMm: 69.9 },
    { size: 'Medium', innerMm: 60.3 },
  ]);
});

test('earrings, and sizes without measurements, have no guide', () => {
  expect(sizeGuide('earrings', ['Small'])).toBeUndefined();
  expect(sizeGuide('rings', ['Free Size'])).toBeUndefined();
  expect(sizeGuide('bracelets', ['toString'])).toBeUndefined();
});
