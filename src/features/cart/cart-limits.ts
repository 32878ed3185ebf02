import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '#domain/limits.ts';
import type { CartLine } from './cart-line.ts';
import { $cartLines, maxQuantity, otherLines } from './cart-store.ts';

/** Why the quantity of a cart line cannot grow. */
export function limitText(line: CartLine): string {
  const lines = $cartLines.get();
  const others = otherLines(lines, line);
  const isNew = others.length === lines.length;
  if (isNew && others.length >= MAX_CART_LINES)
    return `Not added. One order takes ${MAX_CART_LINES} different items: remove one, or order these first`;
  if (maxQuantity(line, others) === MAX_LINE_QUANTITY && line.product.stockQuantity > MAX_LINE_QUANTITY)
    return `At most ${MAX_LINE_QUANTITY} of one piece per order`;
  return `Only ${line.product.stockQuantity} left`;
}
