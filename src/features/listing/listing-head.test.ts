import { expect, test } from 'vitest';
import { listingHead } from './listing-head.ts';

test('the listing is for search engines, unless the shop is built with the flag that keeps it from them', () => {
  const site = new URL('https://shop.example');
  expect(listingHead([], site, undefined).noindex).toBe(false);
  expect(listingHead([], site, 'off').noindex).toBe(false);
  expect(listingHead([], site, 'on').noindex).toBe(true);
});
