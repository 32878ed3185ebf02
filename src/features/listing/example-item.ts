import type { CatalogItem } from '#features/product-cards/catalog-item.ts';

/** A piece without anything to choose, for the tests. */
export const plain: CatalogItem = {
  id: '1',
  name: 'Ring',
  category: 'rings',
  categoryName: 'Rings',
  price: 100,
  originalPrice: null,
  image: '',
  secondImage: '',
  rating: 0,
  reviewCount: 0,
  stockQuantity: 1,
  isNew: false,
  isFeatured: false,
  colors: [],
  sizes: [],
  isNickelFree: false,
  occasions: [],
};
