import { expect, test } from 'vitest';
import { fitWithin } from './shrink-photo.ts';

test('a photo is resized by its longer side, keeping its proportions; a small one is unchanged', () => {
  expect(fitWithin({ width: 4000, height: 3000 }, 2000)).toEqual({ width: 2000, height: 1500 });
  expect(fitWithin({ width: 3000, height: 4000 }, 2000)).toEqual({ width: 1500, height: 2000 });
  expect(fitWithin({ width: 640, height: 2000 }, 2000)).toEqual({ width: 640, height: 2000 });
});

test('a strip one pixel wide keeps that pixel', () => {
  expect(fitWithin({ width: 9000, height: 1 }, 2000)).toEqual({ width: 2000, height: 1 });
});
