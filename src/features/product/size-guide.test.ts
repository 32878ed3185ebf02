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

test('earrings, and sizes without measurements, have no guide', () => {
  expect(sizeGuide('earrings', ['Small'])).toBeUndefined();
  expect(sizeGuide('rings', ['Free Size'])).toBeUndefined();
  expect(sizeGuide('bracelets', ['toString'])).toBeUndefined();
});
