// Changes to what is in the cart, by the shopper or because pieces ran short.
import { timeoutSignal } from '#browser/timeout-signal.ts';
import type { Choice, ChoiceKind } from '#domain/variants/choice.ts';
import { type CartLine, isAvailable, lineKey, withinStock } from './cart-line.ts';
import { $limitedLine, changeCart, isSameLine, maxQuantity, otherLines } from './cart-store.ts';

/** Sets the quantity of a line, at most what is in stock. 0 removes it. */
export function setLineQuantity(line: CartLine, quantity: number): void {
  $limitedLine.set(undefined);
  changeCart((lines) => {
    const others = otherLines(lines, line);
    const max = maxQuantity(line, others);
    const changed = { ...line, quantity: Math.min(quantity, max) };
    return quantity > 0 && max > 0 ? lines.map((other) => (isSameLine(other, line) ? changed : other)) : others;
  });
}

/** Removes one line; the same product in another colour or size stays. */
export function removeLine(line: CartLine): void {
  $limitedLine.set(undefined);
  changeCart((lines) => otherLines(lines, line));
}

/** Removes lines that are sold out or no longer on sale. */
export function removeUnavailable(): void {
  changeCart((lines) => lines.filter(isAvailable));
}

/** Lowers a product, or the colour and size of it that ran short, to the pieces left; 0 removes the lines. */
export function limitProduct(productId: string, available: number, { color, size }: Choice = {}): void {
  const isShort = (line: CartLine) =>
    line.product.id === productId && (!color || color === line.selectedColor) && (!size || size === line.selectedSize);
  const countedBy: ChoiceKind[] = [...(color ? ['color' as const] : []), ...(size ? ['size' as const] : [])];
  const limited = (line: CartLine): CartLine => ({
    ...line,
    product: { ...line.product, stockQuantity: available },
    ...(countedBy.length > 0 && { countedBy }),
  });
  changeCart((lines) => {
    const known = lines.filter((line) => !isShort(line) || available > 0);
    return withinStock(known.map((line) => (isShort(line) ? limited(line) : line)));
  });
}

/** Leaves so many pieces of a product in the cart, those of the first lines. */
export function takeAtMost(productId: string, units: number): void {
  let left = units;
  changeCart((lines) =>
    lines.flatMap((line) => {
      if (line.product.id !== productId) return line;
      const quantity = Math.min(line.quantity, left);
      left -= quantity;
      return quantity > 0 ? { ...line, quantity } : [];
    }),
  );
}

/** How long another tab may take to hear of an order. */
const NEWS_MS = 2_000;

/**
 * Removes what was ordered. What another tab has added since stays. One that has not heard of it yet may write the cart as it was, when it
 * learns a price for example: what that brings back is removed again.
 */
export function removeOrdered(ordered: CartLine[]): void {
  const left = new Map<string, number>();
  changeCart((lines) => {
    for (const line of ordered) {
      const now = lines.find((other) => isSameLine(other, line))?.quantity ?? 0;
      left.set(lineKey(line), now - line.quantity);
    }
    return withAtMost(lines, left);
  });
  window.addEventListener('storage', () => changeCart((lines) => withAtMost(lines, left)), { signal: timeoutSignal(NEWS_MS) });
}

/** Without the pieces of a line that are more than `most` says of it. */
function withAtMost(lines: CartLine[], most: Map<string, number>): CartLine[] {
  const limited = lines.map((line) => ({ ...line, quantity: Math.min(line.quantity, most.get(lineKey(line)) ?? line.quantity) }));
  return limited.filter(({ quantity }) => quantity > 0);
}
