import { expect, test } from 'vitest';
import type { CartLine } from './cart-line.ts';
import { totalOf } from './order-total.ts';

const rings = (quantity: number): CartLine[] => [
  {
    product: { id: 'a'.repeat(24), name: 'Halo Ring', category: 'rings', image: '/ring.webp', price: 1000, stockQuantity: 5 },
    quantity,
  },
];

test('the total follows the delivery rule that the shopper was shown', () => {
  expect(totalOf(rings(2), { freeFrom: 5000, fee: 350 })).toBe(2350);
});

test('from the free-delivery threshold the total is the subtotal', () => {
  expect(totalOf(rings(3), { freeFrom: 3000, fee: 200 })).toBe(3000);
});

test('paisas add up as the shop adds them, and are left out of what the rider asks for, also with a discount', () => {
  const [line] = rings(1) as [CartLine];
  const lines = [{ ...line, product: { ...line.product, price: 0.08 } }];
  const delivery = { freeFrom: 3000, fee: 199.99 };
  expect(totalOf(lines, delivery)).toBe(200);
  expect(totalOf(lines, delivery, { code: 'EID10', off: 0.01, of: 0.08 })).toBe(200);
});
