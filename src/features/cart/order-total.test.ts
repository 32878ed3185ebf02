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
  expect(totalOf(rings(2), 0, { freeFrom: 5000, fee: 350 })).toBe(2350);
});

test('from the free-delivery threshold the total is the subtotal', () => {
  expect(totalOf(rings(3), 0, { freeFrom: 3000, fee: 200 })).toBe(3000);
});

test('paisas add up as the shop adds them, and are left out of what the rider asks for, also with a discount', () => {
  const [line] = rings(1) as [CartLine];
  const lines = [{ ...line, product: { ...line.product, price: 0.08 } }];
  const delivery = { freeFrom: 3000, fee: 199.99 };
  expect(totalOf(lines, 0, delivery)).toBe(200);
  expect(totalOf(lines, 0, delivery, { code: 'EID10', off: 0.01, of: 0.08 })).toBe(200);
});

test('gift wrap comes on top, and counts neither for free delivery nor for a code', () => {
  expect(totalOf(rings(2), 150, { freeFrom: 2100, fee: 350 }, { code: 'EID10', off: 200, of: 2000 })).toBe(2300);
});
