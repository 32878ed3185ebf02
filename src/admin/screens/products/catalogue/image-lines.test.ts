import { expect, test } from 'vitest';
import { fileNameOf, linesOf } from './image-lines.ts';

test('image addresses are typed one per line, and blank lines are dropped', () => {
  expect(linesOf('\n /a.webp \r\n\n\t\n/b.webp')).toEqual(['/a.webp', '/b.webp']);
  expect(linesOf(' \n')).toEqual([]);
});

test('an image is named by its file name, without query or fragment', () => {
  expect(fileNameOf('https://shop.example/photos/ring.webp?v=2#top')).toBe('ring.webp');
  expect(fileNameOf('/')).toBe('/');
});
