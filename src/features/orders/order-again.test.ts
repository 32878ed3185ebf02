import { beforeEach, expect, test, vi } from 'vitest';
import { $cartLines, changeCart } from '#features/cart/cart-store.ts';
import { orderAgain } from './order-again.ts';

const RING = 'a'.repeat(24);
const PENDANT = 'b'.repeat(24);
const GONE = 'c'.repeat(24);

const piece = (productId: string | undefined, productName: string, changes: object = {}) => ({
  productId,
  productName,
  productImage: null,
  selectedColor: null,
  selectedSize: null,
  quantity: 1,
  ...changes,
});
const quoted = (productId: string, name: string, changes: object = {}) => ({
  productId,
  name,
  image: '/ring.webp',
  price: 1990,
  available: 5,
  quantity: 1,
  countedBy: [],
  ...changes,
});

const asked: unknown[] = [];
const answerWith = (items: object[]) =>
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    asked.push(JSON.parse(String(body)).items);
    return Response.json({ success: true, data: { items } });
  });

beforeEach(() => {
  changeCart(() => []);
  asked.length = 0;
});

test('the pieces of an order go into the cart at the price of today, in the same choice', async () => {
  answerWith([quoted(RING, 'Halo Ring', { selectedColor: 'Gold', selectedSize: '7', countedBy: ['size'] })]);
  const ring = piece(RING, 'Halo Ring', { selectedColor: 'Gold', selectedSize: '7', quantity: 2 });
  expect(await orderAgain([ring])).toEqual({ added: ['2 × Halo Ring (7, Gold)'], missing: [] });
  expect(asked).toEqual([[{ productId: RING, quantity: 2, selectedColor: 'Gold', selectedSize: '7' }]]);
  expect($cartLines.get()).toMatchObject([
    {
      product: { id: RING, price: 1990, stockQuantity: 5 },
      quantity: 2,
      selectedColor: 'Gold',
      selectedSize: '7',
      countedBy: ['size'],
    },
  ]);
});

test('what is not sold any more, is sold out or has fewer pieces left is said', async () => {
  answerWith([
    quoted(RING, 'Halo Ring', { available: 1 }),
    quoted(PENDANT, 'Moon Pendant', { available: 0 }),
    // Archived since the page was opened.
    quoted(GONE, '', { available: 0 }),
  ]);
  const order = [
    piece(RING, 'Halo Ring', { quantity: 3 }),
    piece(PENDANT, 'Moon Pendant'),
    piece(GONE, 'Jhumka'),
    piece(undefined, 'Kundan Set'),
  ];
  expect(await orderAgain(order)).toEqual({
    added: ['Halo Ring'],
    missing: ['2 × Halo Ring', 'Moon Pendant', 'Jhumka', 'Kundan Set'],
  });
  expect($cartLines.get()).toHaveLength(1);
});
