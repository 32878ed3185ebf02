import { beforeEach, expect, test } from 'vitest';
import { lineKey } from '#features/cart/cart-line.ts';
import { $cartLines, addToCart, changeCart } from '#features/cart/cart-store.ts';
import { $isWholeCart, $orderLines, $sheet } from './order-lines.ts';

const product = (name: string) => ({ id: name, name, category: 'rings', price: 1000, image: '', stockQuantity: 5 });
const open = (line: string | null) => $sheet.set({ line, required: {}, incomplete: '' });
const names = () => $orderLines.get().map((line) => line.product.name);

beforeEach(() => {
  changeCart(() => []);
  $sheet.set(undefined);
  $isWholeCart.set(false);
  addToCart(product('Ring'), { size: '7' });
  addToCart(product('Ring'), { size: '8' });
  addToCart(product('Chain'), {});
});

test('the checkout orders the whole cart, the sheet one line of it, or all when asked to', () => {
  expect(names()).toEqual(['Ring', 'Ring', 'Chain']);
  const [, second] = $cartLines.get();
  open(second ? lineKey(second) : null);
  expect($orderLines.get()).toEqual([second]);
  $isWholeCart.set(true);
  expect(names()).toEqual(['Ring', 'Ring', 'Chain']);
});

test('opened from the cart the sheet orders all of it', () => {
  open(null);
  expect(names()).toEqual(['Ring', 'Ring', 'Chain']);
});

test('a line whose quantity or price changes in the cart changes in the order', () => {
  const [line] = $cartLines.get();
  open(line ? lineKey(line) : null);
  changeCart((lines) => lines.map((other) => ({ ...other, quantity: 3 })));
  expect($orderLines.get()).toMatchObject([{ quantity: 3 }]);
});
