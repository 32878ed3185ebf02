import { expect, test } from 'vitest';
import { photo } from './photo.ts';
import { PHOTO_FALLBACK } from './photo-placeholder.ts';

test('a photo is offered in every requested width, cropped to its ratio', () => {
  const { srcSet, width, height } = photo('/media/products/ring.webp', { widths: [300, 600], sizes: '50vw', ratio: 1.5 });
  expect(srcSet.split(', ')).toEqual([
    expect.stringMatching(/w=300&h=200.* 300w$/),
    expect.stringMatching(/w=600&h=400.* 600w$/),
  ]);
  expect({ width, height }).toEqual({ width: 600, height: 400 });
});

test('photos hosted elsewhere go through our own origin too', () => {
  const { src } = photo('https://photos.example/a b.jpg?x=1&y=2', { widths: [300], sizes: '50vw' });
  expect(src.startsWith('/.netlify/images?')).toBe(true);
  expect(new URL(src, 'http://shop').searchParams.get('url')).toBe('https://photos.example/a b.jpg?x=1&y=2');
});

test('a product without a photo shows the placeholder', () => {
  expect(photo(undefined, { widths: [300], sizes: '50vw' })).toMatchObject({ src: PHOTO_FALLBACK, srcSet: '' });
});
