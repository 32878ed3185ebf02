import { expect, test } from 'vitest';
import { fileNameOf, keysOf, linesOf } from './image-lines.ts';

test('image addresses are typed one per line, and blank lines are dropped', () => {
  expect(linesOf('\n /a.webp \r\n\n\t\n/b.webp')).toEqual(['/a.webp', '/b.webp']);
  expect(linesOf(' \n')).toEqual([]);
});

test('an address that is there twice has two keys', () => {
  expect(new Set(keysOf(['/a', '/b', '/a'])).size).toBe(3);
  expect(keysOf(['/b', '/a'])[1]).toBe(keysOf(['/a', '/b'])[0]);
});

test('an image is called by its file, whatever follows it', () => {
  expect(fileNameOf('https://shop.example/photos/ring.webp?v=2#top')).toBe('ring.webp');
  expect(fileNameOf('/')).toBe('/');
});
