import { expect, test } from 'vitest';
import { DELIVERY, SHOP } from '#built/settings.ts';
import type { Product } from '#domain/products/contract.ts';
import { NO_FACTS } from '#domain/products/facts.ts';
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
  wornImages: [],
  variants: [],
  sku: null,
  goesWith: [],
  images: ['/media/products/ring.webp'],
  description: 'A ring.',
  material: '',
  ...NO_FACTS,
  noReturnReason: '',
  noReturns: '',
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

test('structured data has the price and sold-out state', () => {
  const [product] = productHead(ring, [], [], 'Rings', site).jsonLd ?? [];
  expect(product).toMatchObject({
    category: 'Rings',
    offers: { price: 1290, priceCurrency: 'PKR', availability: 'https://schema.org/OutOfStock' },
  });
});

test('a product without reviews has no rating', () => {
  const [unrated] = productHead(ring, [], [], 'Rings', site).jsonLd ?? [];
  const [rated] = productHead({ ...ring, rating: 4.5, reviewCount: 2 }, [], [], 'Rings', site).jsonLd ?? [];
  expect(unrated).not.toHaveProperty('aggregateRating');
  expect(rated).toMatchObject({ aggregateRating: { ratingValue: 4.5, reviewCount: 2 } });
});

test('structured data of a piece that is not taken back promises no returns', () => {
  const [nath] = productHead({ ...ring, noReturns: 'for hygiene' }, [], [], 'Bridal', site).jsonLd ?? [];
  expect(nath).toMatchObject({
    offers: {
      hasMerchantReturnPolicy: {
        '@type': 'MerchantReturnPolicy',
        applicableCountry: 'PK',
        returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
      },
    },
  });
  expect(JSON.stringify(nath)).not.toContain('merchantReturnDays');
});

test('structured data has measures with their units, plating and stones, and nothing that staff left empty', () => {
  const facts = {
    lengthMm: 20,
    widthMm: 9.5,
    weightGrams: 6.5,
    chainMm: 420,
    plating: 'Gold',
    stones: 'Zircon',
    closure: 'Hook',
  };
  const [full] = productHead({ ...ring, ...facts }, [], [], 'Rings', site).jsonLd ?? [];
  expect(full).toMatchObject({
    height: { value: 20, unitCode: 'MMT' },
    width: { value: 9.5, unitCode: 'MMT' },
    weight: { value: 6.5, unitCode: 'GRM' },
    additionalProperty: [
      { '@type': 'PropertyValue', name: 'Chain', value: '42\u00a0cm' },
      { '@type': 'PropertyValue', name: 'Plating', value: 'Gold' },
      { '@type': 'PropertyValue', name: 'Stones', value: 'Zircon' },
    ],
  });
  const [bare] = productHead(ring, [], [], 'Rings', site).jsonLd ?? [];
  for (const name of ['height', 'width', 'weight', 'additionalProperty']) expect(bare).not.toHaveProperty(name);
});

test('structured data has delivery cost, delivery time and returns', () => {
  const [cheap] = productHead({ ...ring, price: DELIVERY.freeFrom - 1 }, [], [], 'Rings', site).jsonLd ?? [];
  const [dear] = productHead({ ...ring, price: DELIVERY.freeFrom }, [], [], 'Rings', site).jsonLd ?? [];
  // What Google asks of a merchant listing: https://developers.google.com/search/docs/appearance/structured-data/merchant-listing
  expect(cheap).toMatchObject({
    offers: {
      priceValidUntil: expect.stringMatching(/^\d{4}-12-31$/),
      shippingDetails: {
        shippingRate: { value: DELIVERY.fee, currency: 'PKR' },
        shippingDestination: { addressCountry: 'PK' },
        deliveryTime: {
          handlingTime: { minValue: 0, maxValue: 1, unitCode: 'DAY' },
          transitTime: { minValue: expect.any(Number), maxValue: expect.any(Number), unitCode: 'DAY' },
        },
      },
      hasMerchantReturnPolicy: {
        applicableCountry: 'PK',
        merchantReturnDays: SHOP.returnDays,
        returnMethod: 'https://schema.org/ReturnByMail',
        returnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
      },
    },
  });
  expect(dear).toMatchObject({ offers: { shippingDetails: { shippingRate: { value: 0 } } } });
});
