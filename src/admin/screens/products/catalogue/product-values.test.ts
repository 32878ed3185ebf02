import { expect, test } from 'vitest';
import { newProduct } from '#domain/products/edit.ts';
import { BLANK, isIncomplete } from './product-values.ts';

const filled = { name: 'Jhumka', price: 990, category: 'earrings', images: ['/a.webp'] };

test('a product is incomplete until name, price, category and images are filled in', () => {
  expect(isIncomplete(filled)).toBe(false);
  expect(isIncomplete({ ...filled, name: '  ' })).toBe(true);
  expect(isIncomplete({ ...filled, price: undefined })).toBe(true);
  expect(isIncomplete({ ...filled, category: '' })).toBe(true);
  expect(isIncomplete({ ...filled, images: [] })).toBe(true);
  expect(isIncomplete(BLANK)).toBe(true);
});

test('the blank form with the required fields is a product with ten pieces', () => {
  expect(newProduct.parse({ ...BLANK, ...filled })).toMatchObject({ ...filled, stockQuantity: 10, isAvailable: true });
});
