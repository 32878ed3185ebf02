import { expect, test } from 'vitest';
import { narrowSrcset } from './slow-connection.ts';

test('over a slow connection the candidates up to 480 pixels are left', () => {
  expect(narrowSrcset('/a 320w, /b 480w, /c 640w')).toBe('/a 320w, /b 480w');
});

test('a photo that comes in large sizes only stays as it is', () => {
  expect(narrowSrcset('/a 640w, /b 800w')).toBe('/a 640w, /b 800w');
});
