import { expect, test } from 'vitest';
import { leanSrcset } from './lean-line.ts';

test('over a lean line the candidates up to 480 pixels are left', () => {
  expect(leanSrcset('/a 320w, /b 480w, /c 640w')).toBe('/a 320w, /b 480w');
});

test('a photo that comes in large sizes only stays as it is', () => {
  expect(leanSrcset('/a 640w, /b 800w')).toBe('/a 640w, /b 800w');
});
