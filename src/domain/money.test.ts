import { expect, test } from 'vitest';
import { formatClaim, formatPrice } from './money.ts';

test('a price is written with its sign before it, and no line breaks between them', () => {
  expect(formatPrice(2999)).toBe('Rs.\u00a02,999');
  expect(formatPrice(1499.5)).toBe('Rs.\u00a01,499.50');
  expect(formatClaim(2999)).toBe('Rs\u00a02,999');
});
