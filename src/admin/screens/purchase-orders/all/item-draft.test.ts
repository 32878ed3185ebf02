import { expect, test } from 'vitest';
import { EMPTY_DRAFT, isTouched, itemOf } from './item-draft.ts';

const product = { id: '68f0a1000000000000000232', label: 'Velvet Lipstick' };

test('a draft with product, quantity and cost is an item', () => {
  expect(itemOf({ product, quantity: '5', unitCost: '450.5' })).toEqual({
    item: { productId: product.id, productName: product.label, quantity: 5, unitCost: 450.5 },
  });
});

test('an item may cost nothing: suppliers give samples', () => {
  expect(itemOf({ product, quantity: '1', unitCost: '0' })).toHaveProperty('item.unitCost', 0);
});

test.each([
  ['nothing', EMPTY_DRAFT, ['product', 'quantity', 'unitCost']],
  ['no product', { product: null, quantity: '5', unitCost: '1' }, ['product']],
  ['no quantity', { product, quantity: '', unitCost: '1' }, ['quantity']],
  ['no pieces', { product, quantity: '0', unitCost: '1' }, ['quantity']],
  ['no cost', { product, quantity: '5', unitCost: ' ' }, ['unitCost']],
])('a draft with %s asks for all fields and marks what is missing', (_, draft, missing) => {
  expect(itemOf(draft)).toEqual({
    errors: { message: 'Please fill all item fields', fields: Object.fromEntries(missing.map((name) => [name, 'Required'])) },
  });
});

test('an impossible quantity or cost shows the reason at its field', () => {
  expect(itemOf({ product, quantity: '1.5', unitCost: '0.001' })).toEqual({
    errors: { message: '', fields: { quantity: 'Quantity must be a whole number', unitCost: 'At most two decimals' } },
  });
});

test('a draft is touched as soon as one of its fields is', () => {
  expect(isTouched(EMPTY_DRAFT)).toBe(false);
  expect(isTouched({ ...EMPTY_DRAFT, quantity: '2' })).toBe(true);
  expect(isTouched({ ...EMPTY_DRAFT, product })).toBe(true);
});
