import { afterEach, expect, test } from 'vitest';
import type { CartQuote } from '#domain/cart/contract.ts';
import type { CartLine } from './cart-line.ts';
import { $discount, discountOf, keepDiscount, NO_DISCOUNT, parseDiscount } from './discount.ts';
import { totalOf } from './order-total.ts';

const delivery = { freeFrom: 5000, fee: 250 };

const rings = (quantity: number): CartLine[] => [
  {
    product: { id: 'a'.repeat(24), name: 'Halo Ring', category: 'rings', image: '/ring.webp', price: 1000, stockQuantity: 5 },
    quantity,
  },
];

const quote = (changes: Partial<CartQuote>): CartQuote => ({
  items: [],
  subtotal: 2000,
  shipping: 250,
  total: 2250,
  delivery,
  ...changes,
});

afterEach(() => $discount.set(NO_DISCOUNT));

test('what a code takes off pieces or delivery comes off the total', () => {
  keepDiscount(quote({ code: 'EID10', discount: 200, deliveryDiscount: 0 }));
  expect(totalOf(rings(2), 0, delivery)).toBe(2050);
  keepDiscount(quote({ code: 'FREE', discount: 0, deliveryDiscount: 250 }));
  expect(totalOf(rings(2), 0, delivery)).toBe(2000);
});

test('a code takes nothing off a cart of which the shop has not said so', () => {
  expect(discountOf(rings(2))).toEqual(NO_DISCOUNT);
  keepDiscount(quote({ code: 'EID10', discount: 200, deliveryDiscount: 0 }));
  expect(discountOf(rings(3))).toEqual(NO_DISCOUNT);
  expect(totalOf(rings(3), 0, delivery)).toBe(3250);
  expect(discountOf(rings(2)).code).toBe('EID10');
});

test('a code that is refused is dropped, and the total is the one without it', () => {
  keepDiscount(quote({ code: 'EID10', discount: 200, deliveryDiscount: 0 }));
  keepDiscount(quote({ refusedCode: { code: 'EID10', reason: 'ended' } }));
  expect($discount.get()).toEqual(NO_DISCOUNT);
  expect(totalOf(rings(2), 0, delivery)).toBe(2250);
});

test('a link brings a code alone, and anything else that is stored is no code', () => {
  expect(parseDiscount({ code: 'EID10' })).toEqual({ code: 'EID10', off: 0, of: 0 });
  expect(parseDiscount({ code: 'EID10', off: 'x', of: null })).toEqual({ code: 'EID10', off: 0, of: 0 });
  for (const found of [undefined, null, 'EID10', [], { code: 5 }, { code: '', off: 200, of: 2000 }])
    expect(parseDiscount(found)).toEqual(NO_DISCOUNT);
});
