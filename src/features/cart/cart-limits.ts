import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '#shared/limits.ts';
import type { CartLine } from './cart-line.ts';
import { $cartLines, otherLines, roomFor } from './cart-store.ts';

/** Why no more pieces go into the cart of a product in one colour and size. */
export function limitText(line: CartLine): string {
  const others = otherLines(line);
  const isNew = others.length === $cartLines.get().length;
  if (isNew && others.length >= MAX_CART_LINES)
    return `Not added. One order takes ${MAX_CART_LINES} different items: remove one, or order these first`;
  if (roomFor(line, others) === MAX_LINE_QUANTITY && line.product.stockQuantity > MAX_LINE_QUANTITY)
    return `At most ${MAX_LINE_QUANTITY} of one piece per order`;
  return `Only ${line.product.stockQuantity} left`;
}
