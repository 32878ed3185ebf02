import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Product } from '#domain/products/contract.ts';
import { NO_FACTS } from '#domain/products/facts.ts';
import { ProductView } from './ProductView.tsx';

const kara: Product = {
  id: '68f0a1000000000000000213',
  _id: '68f0a1000000000000000213',
  name: 'Carved Gold Kara',
  price: 1290,
  originalPrice: null,
  category: 'bracelets',
  photoColors: [],
  wornImages: [],
  variants: [],
  sku: null,
  goesWith: [],
  images: ['/media/products/kara.webp'],
  description: 'a'.repeat(230),
  material: 'Brass, gold plated',
  ...NO_FACTS,
  noReturnReason: '',
  noReturns: '',
  inStock: true,
  isAvailable: true,
  isNew: false,
  isFeatured: false,
  stockQuantity: 3,
  rating: 4.5,
  reviewCount: 2,
  colors: [],
  sizes: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

const textOf = (changes: Partial<Product> = {}) =>
  renderToStaticMarkup(
    <ProductView product={{ ...kara, ...changes }} category="Bracelets" url="https://shop.example/product/1" />,
  )
    .replace(/<[^>]+>/g, '|')
    .replace(/\|+/g, '|');

test('a product shows its category, name, rating, price, description, material, availability and promises', () => {
  for (const text of ['Bracelets', 'Carved Gold Kara', '4.5 (2 reviews)', 'Rs.\u00a01,290', 'Brass, gold plated', 'In Stock'])
    expect(textOf()).toContain(`|${text}|`);
  for (const promise of ['Free Shipping', 'over Rs.\u00a02,999', 'Easy Returns', '30 Days Policy'])
    expect(textOf()).toContain(`|${promise}|`);
  expect(textOf()).toContain('a'.repeat(200));
  expect(textOf({ inStock: false, stockQuantity: 0 })).toContain('|Out of Stock|');
});

test('each photo has a text of its own, which says where it shows the piece worn', () => {
  const images = ['/kara.webp', '/kara-worn.webp', '/kara-2.webp'];
  const product = { ...kara, images, wornImages: ['/kara-worn.webp'] };
  const html = renderToStaticMarkup(<ProductView product={product} category="Bracelets" url="https://shop.example/product/1" />);
  expect([...html.matchAll(/alt="(Carved[^"]+)"/g)].map(([, alt]) => alt)).toEqual([
    'Carved Gold Kara',
    'Carved Gold Kara, view 2, worn',
    'Carved Gold Kara, view 3',
  ]);
});

test('a new arrival has a badge, and a reduced product shows its old price and the saving', () => {
  expect(textOf()).not.toMatch(/New Arrival/);
  const text = textOf({ isNew: true, originalPrice: 1790 });
  for (const shown of ['New Arrival', 'Rs.\u00a01,790', 'Save Rs.\u00a0500']) expect(text).toContain(shown);
});

test('payment, delivery days, returns and a question by WhatsApp are beside the button', () => {
  const text = textOf();
  for (const shown of ['Cash on Delivery', '2–7 working days', '30-day returns', 'Ask on WhatsApp'])
    expect(text).toContain(`|${shown}|`);
  const html = renderToStaticMarkup(<ProductView product={kara} category="Bracelets" url="https://shop.example/product/1" />);
  expect(html).toContain(encodeURIComponent('Carved Gold Kara: https://shop.example/product/1'));
  expect(html).toContain('<a href="/shipping"');
});

test('a piece that is not taken back says why, and promises no days', () => {
  const text = textOf({ noReturns: 'for hygiene' });
  for (const shown of ['Not taken back, for hygiene', 'No Returns|for hygiene']) expect(text).toContain(`|${shown}|`);
  expect(text).not.toMatch(/30-day|30 Days|Easy Returns/);
});

test('facts that staff filled in are shown, and nothing of the others', () => {
  expect(textOf()).not.toMatch(/Size|Weight|Nickel|Care|Occasions|In the box/);
  const text = textOf({
    lengthMm: 18,
    innerMm: 60.5,
    chainMm: 195,
    weightGrams: 56.5,
    plating: 'Antique gold',
    stones: 'Kundan',
    isNickelFree: false,
    occasions: ['mehndi', 'eid'],
    care: 'Keep it dry',
  });
  for (const [name, fact] of [
    ['Size', '18\u00a0mm wide'],
    ['Inside', '60.5\u00a0mm'],
    ['Around the wrist', '19.5\u00a0cm'],
    ['Weight', '56.5\u00a0g'],
    ['Plating', 'Antique gold'],
    ['Stones', 'Kundan'],
    ['Nickel-free', 'No'],
    ['Occasions', 'Mehndi, Eid'],
    ['Care', 'Keep it dry'],
  ])
    expect(text).toContain(`|${name}|${fact}|`);
  expect(text).not.toMatch(/Closure|Base metal/);
});
