import { beforeEach, expect, test } from 'vitest';
import { lineKey } from '#features/cart/cart-line.ts';
import { $cartLines, addToCart, changeCart } from '#features/cart/cart-store.ts';
import { $isWholeCart, $orderLines, $sheetLine, isInSheet } from './order-lines.ts';

const product = (name: string) => ({ id: name, name, category: 'rings', price: 1000, image: '', stockQuantity: 5 });
const names = () => $orderLines.get().map((line) => line.product.name);

beforeEach(() => {
  changeCart(() => []);
  $sheetLine.set(undefined);
  $isWholeCart.set(false);
  addToCart(product('Ring'), { size: '7' });
  addToCart(product('Ring'), { size: '8' });
  addToCart(product('Chain'), {});
});

test('the checkout orders the whole cart, the sheet one line of it, or all when asked to', () => {
  expect([names(), isInSheet()]).toEqual([['Ring', 'Ring', 'Chain'], false]);
  const [, second] = $cartLines.get();
  $sheetLine.set(second && lineKey(second));
  expect(isInSheet()).toBe(true);
  expect($orderLines.get()).toEqual([second]);
  $isWholeCart.set(true);
  expect(names()).toEqual(['Ring', 'Ring', 'Chain']);
});

test('opened from the cart the sheet orders all of it', () => {
  $sheetLine.set(null);
  expect([names(), isInSheet()]).toEqual([['Ring', 'Ring', 'Chain'], true]);
});

test('a line whose quantity or price changes in the cart changes in the order', () => {
  const [line] = $cartLines.get();
  $sheetLine.set(line && lineKey(line));
  changeCart((lines) => lines.map((other) => ({ ...other, quantity: 3 })));
  expect($orderLines.get()).toMatchObject([{ quantity: 3 }]);
});
