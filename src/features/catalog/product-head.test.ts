import { expect, test } from 'vitest';
import type { Product } from '#shared/schemas/product.ts';
import { productHead } from './product-head.ts';

const site = new URL('https://shop.example');

const ring: Product = {
  id: '68f0a1000000000000000213',
  _id: '68f0a1000000000000000213',
  name: 'Halo Ring',
  price: 1290,
  originalPrice: null,
  category: 'rings',
  photoColors: [],
  images: ['/media/products/ring.webp'],
  description: 'A ring.',
  material: '',
  inStock: false,
  isAvailable: true,
  isNew: false,
  isFeatured: false,
  stockQuantity: 0,
  rating: 0,
  reviewCount: 0,
  colors: [],
  sizes: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

test('search engines learn the price, and that it is sold out', () => {
  const [product] = productHead(ring, [], [], 'Rings', site).jsonLd ?? [];
  expect(product).toMatchObject({
    category: 'Rings',
    offers: { price: 1290, priceCurrency: 'PKR', availability: 'https://schema.org/OutOfStock' },
  });
});

test('a product nobody has reviewed claims no rating', () => {
  const [unrated] = productHead(ring, [], [], 'Rings', site).jsonLd ?? [];
  const [rated] = productHead({ ...ring, rating: 4.5, reviewCount: 2 }, [], [], 'Rings', site).jsonLd ?? [];
  expect(unrated).not.toHaveProperty('aggregateRating');
  expect(rated).toMatchObject({ aggregateRating: { ratingValue: 4.5, reviewCount: 2 } });
});
