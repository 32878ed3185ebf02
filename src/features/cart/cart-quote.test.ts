import { expect, test } from 'vitest';
import { type CartLine, missingOf } from './cart-line.ts';
import { applyQuote, changeOf } from './cart-quote.ts';

const product = { id: 'a'.repeat(24), name: 'Halo Ring', category: 'rings', image: '/ring.webp', price: 1499, stockQuantity: 9 };
const today = { productId: product.id, name: 'Halo Ring', image: '/ring.webp', price: 1499, available: 9, quantity: 1 };
const gold: CartLine = { product, quantity: 3, selectedColor: 'Gold' };
const silver: CartLine = { product, quantity: 2, selectedColor: 'Silver' };

test('an equal quote changes nothing', () => {
  expect(applyQuote([gold], { items: [today] })).toEqual({ lines: [gold], changes: [] });
});

test('a new price is applied and reported with the old one', () => {
  const { lines, changes } = applyQuote([gold], { items: [{ ...today, price: 1299 }] });
  expect(lines[0]?.product.price).toBe(1299);
  expect(changes).toEqual([
    { productId: product.id, name: 'Halo Ring', text: 'Price is now Rs.\u00a01,299 (was Rs.\u00a01,499)' },
  ]);
});

test('short stock reduces the quantity', () => {
  const { lines, changes } = applyQuote([gold], { items: [{ ...today, available: 2 }] });
  expect(lines[0]?.quantity).toBe(2);
  expect(changes[0]?.text).toBe('Only 2 left');
});

test('two colours of one product share the stock, the first line first', () => {
  const { lines } = applyQuote([gold, silver], { items: [{ ...today, available: 4 }] });
  expect(lines.map((line) => line.quantity)).toEqual([3, 1]);
});

test('a second colour without remaining stock is removed', () => {
  const { lines, changes } = applyQuote([gold, silver], { items: [{ ...today, available: 3 }] });
  expect(lines.map((line) => line.selectedColor)).toEqual(['Gold']);
  expect(changes[0]?.text).toBe('Only 3 left');
});

test('an unavailable product stays listed under its name in the cart', () => {
  const { lines, changes } = applyQuote([gold], { items: [{ ...today, name: '', price: 0, image: null, available: 0 }] });
  expect(lines).toEqual([{ ...gold, product: { ...product, stockQuantity: 0 } }]);
  expect(changes[0]?.text).toBe('No longer available');
});

test('lines missing from the quote stay unchanged', () => {
  expect(applyQuote([gold], { items: [] })).toEqual({ lines: [gold], changes: [] });
});

const small: CartLine = { product, quantity: 3, selectedColor: 'Gold', selectedSize: '2.4', countedBy: ['size'] };
const large: CartLine = { ...small, selectedSize: '2.10' };

test('sizes counted on their own each have their own stock', () => {
  const items = [
    { ...today, selectedColor: 'Gold', selectedSize: '2.4', available: 1, countedBy: ['size' as const] },
    { ...today, selectedColor: 'Gold', selectedSize: '2.10', available: 9, countedBy: ['size' as const] },
  ];
  const { lines, changes } = applyQuote([small, large], { items });
  expect(lines.map(({ quantity, product }) => [quantity, product.stockQuantity])).toEqual([
    [1, 1],
    [3, 9],
  ]);
  expect(changes).toEqual([{ productId: product.id, choice: 'Size: 2.4', name: 'Halo Ring (Size: 2.4)', text: 'Only 1 left' }]);
  expect([small, large].map((line) => changeOf(line, changes)?.text)).toEqual(['Only 1 left', undefined]);
});

test('two colours in a size that is counted share its pieces', () => {
  const inSilver: CartLine = { ...small, selectedColor: 'Silver', quantity: 2 };
  const items = ['Gold', 'Silver'].map((selectedColor) => ({
    ...today,
    selectedColor,
    selectedSize: '2.4',
    available: 4,
    countedBy: ['size' as const],
  }));
  expect(applyQuote([small, inSilver], { items }).lines.map(({ quantity }) => quantity)).toEqual([3, 1]);
});

test('a line learns from the quote that its product is counted by size now, and that it is not any more', () => {
  const counted = applyQuote([gold], { items: [{ ...today, selectedColor: 'Gold', countedBy: ['size'] }] }).lines[0] as CartLine;
  expect(missingOf(counted)).toBe('size');
  const whole = applyQuote([counted], { items: [{ ...today, selectedColor: 'Gold', countedBy: [] }] }).lines[0] as CartLine;
  expect(missingOf(whole)).toBeUndefined();
});
