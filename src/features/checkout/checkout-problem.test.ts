import { expect, test } from 'vitest';
import { ApiFailure } from '#browser/api.ts';
import type { CartLine } from '#features/cart/cart-line.ts';
import { mayBePlaced } from '#features/place-order/send-order.ts';
import { problemFrom } from './checkout-problem.ts';

const line: CartLine = {
  product: { id: 'a'.repeat(24), name: 'Halo Ring', category: 'rings', image: '', price: 1000, stockQuantity: 5 },
  quantity: 1,
};

function refusal(status: number, code: string, details?: unknown): ApiFailure {
  return new ApiFailure(status, code, 'No', [], details);
}

test('short stock names the items', () => {
  const items = [{ productId: line.product.id, name: 'Halo Ring', requested: 3, available: 2 }];
  expect(problemFrom(refusal(409, 'out_of_stock', { items }), [line])).toEqual({ kind: 'out_of_stock', text: 'No', items });
});

test('too many of a piece name it with how many can be ordered, and too many in all name none', () => {
  const items = [{ productId: line.product.id, name: 'Halo Ring', available: 20 }];
  expect(problemFrom(refusal(422, 'order_too_large', { items }), [line])).toEqual({ kind: 'order_too_large', text: 'No', items });
  expect(problemFrom(refusal(422, 'order_too_large', { items: [] }), [line])).toMatchObject({ items: [] });
});

test('short stock of a size names the size', () => {
  const items = [{ productId: line.product.id, name: 'Halo Ring', requested: 3, available: 2, size: '7' }];
  expect(problemFrom(refusal(409, 'out_of_stock', { items }), [line])).toMatchObject({ items: [{ size: '7' }] });
});

test('a missing size is said of its line', () => {
  const other: CartLine = { ...line, product: { ...line.product, id: 'b'.repeat(24) } };
  const errors = [{ path: 'items.1.selectedSize', message: 'Choose a size of Halo Ring' }];
  expect(problemFrom(refusal(422, 'choice_required', { errors }), [line, other])).toMatchObject({
    kind: 'choice_required',
    lines: [{ line: other, missing: 'size' }],
  });
});

test('new prices come with the current amounts', () => {
  const quote = { items: [], subtotal: 1, shipping: 200, total: 201 };
  expect(problemFrom(refusal(409, 'price_changed', quote), [line])).toEqual({ kind: 'price_changed', text: 'No', quote });
});

test('an unavailable colour names its line', () => {
  const details = { items: [{ productId: line.product.id, line: 0 }] };
  expect(problemFrom(refusal(409, 'choice_unavailable', details), [line])).toEqual({
    kind: 'choice_unavailable',
    text: 'No',
    line,
  });
});

test('an order placed a moment ago asks to confirm and names it', () => {
  const order = { orderNumber: 'ORD-10042', totalAmount: 1200, createdAt: '2026-11-21T08:00:00.000Z' };
  const repeated = refusal(409, 'order_repeated', order);
  expect(problemFrom(repeated, [line])).toEqual({ kind: 'order_repeated', text: 'No', order, lines: [line] });
  expect(mayBePlaced(repeated)).toBe(false);
});

test('a refusal without details is a plain message', () => {
  expect(problemFrom(refusal(409, 'out_of_stock'), [line])).toEqual({ kind: 'message', text: 'No' });
});

test('without an answer the message says that sending again is safe', () => {
  expect(problemFrom(refusal(0, 'unreachable'), [line])).toMatchObject({ text: expect.stringContaining('never placed twice') });
});

test('only a conflict, a validation error or too many open orders say that the order was not placed', () => {
  expect([0, 429, 500, 503].map((status) => mayBePlaced(refusal(status, 'x')))).toEqual([true, true, true, true]);
  expect([409, 422].map((status) => mayBePlaced(refusal(status, 'x')))).toEqual([false, false]);
  expect(mayBePlaced(refusal(429, 'too_many_orders'))).toBe(false);
});

test('an item that the shop no longer names keeps its name from the cart', () => {
  const items = [{ productId: line.product.id, name: '', requested: 1, available: 0 }];
  expect(problemFrom(refusal(409, 'out_of_stock', { items }), [line])).toMatchObject({ items: [{ name: 'Halo Ring' }] });
});
