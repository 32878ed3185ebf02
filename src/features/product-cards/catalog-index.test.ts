import { expect, test } from 'vitest';
import { packCatalog, unpackCatalog } from './catalog-index.ts';
import type { CatalogItem } from './catalog-item.ts';

const plain: CatalogItem = {
  id: '1',
  name: 'Pearl Pendant',
  category: 'pendants',
  categoryName: 'Pendants',
  price: 990,
  originalPrice: null,
  image: '',
  secondImage: '',
  rating: 0,
  reviewCount: 0,
  stockQuantity: 0,
  isNew: false,
  isFeatured: false,
  colors: [],
  sizes: [],
  isNickelFree: false,
  occasions: [],
};
const counted: CatalogItem = {
  ...plain,
  id: '2',
  originalPrice: 1200,
  stockQuantity: 3,
  isNew: true,
  colors: ['Gold'],
  sizes: ['2.4', '2.10'],
  occasions: ['mehndi'],
  variants: [
    { color: 'Gold', size: '2.4', stockQuantity: 3 },
    { color: '', size: '2.10', stockQuantity: 0 },
  ],
};

test('what is packed comes out as it was, with the pieces of each choice', () => {
  const catalog = { items: [plain, counted], bestsellers: ['2', '1'] };
  expect(unpackCatalog(JSON.parse(packCatalog(catalog)))).toEqual(catalog);
});

test('what most products have in common takes no bytes, and a choice is three values without their names', () => {
  const [first, second] = JSON.parse(packCatalog({ items: [plain, counted], bestsellers: [] })).items;
  expect(first).toEqual({ id: '1', name: 'Pearl Pendant', category: 'pendants', price: 990 });
  expect(second.variants).toEqual([
    ['Gold', '2.4', 3],
    ['', '2.10', 0],
  ]);
});
