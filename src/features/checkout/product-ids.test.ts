import { expect, test } from 'vitest';
import type { CartLine } from '#features/cart/cart-line.ts';
import { withProductIds } from './product-ids.ts';

const ID = 'a'.repeat(24);
const OTHER_ID = 'b'.repeat(24);

function line(id: string, name = 'Halo Ring'): CartLine {
  return { product: { id, name, category: 'rings', image: '', price: 1000, stockQuantity: 5 }, quantity: 1 };
}

function idsOf(lines: CartLine[]): string[] {
  return lines.map(({ product }) => product.id);
}

test('an id of 24 hexadecimal characters stays as it is', () => {
  expect(idsOf(withProductIds([line(ID)], []))).toEqual([ID]);
});

test('a local line takes the id of the product with its name, category and price', () => {
  const listed = [
    { id: OTHER_ID, name: 'Halo Ring', category: 'rings', price: 900 },
    { id: ID, name: 'Halo Ring', category: 'rings', price: 1000 },
  ];
  expect(idsOf(withProductIds([line('c_1')], listed))).toEqual([ID]);
});

test('otherwise it takes the id of the product with its name, in any case', () => {
  expect(idsOf(withProductIds([line('c_1')], [{ id: ID, name: 'HALO ring', category: 'sets', price: 1 }]))).toEqual([ID]);
});

test('an unknown line keeps its local id, which blocks the order', () => {
  const lines = withProductIds([line(ID), line('c_1', 'Draft')], [{ id: ID, name: 'Halo Ring', category: 'rings', price: 1000 }]);
  expect(idsOf(lines)).toEqual([ID, 'c_1']);
});
