import { expect, test } from 'vitest';
import { listingHead } from './listing-head.ts';

test('the listing is indexed, unless the shop is built with the noindex flag', () => {
  const site = new URL('https://shop.example');
  expect(listingHead([], site, undefined).noindex).toBe(false);
  expect(listingHead([], site, 'off').noindex).toBe(false);
  expect(listingHead([], site, 'on').noindex).toBe(true);
});
