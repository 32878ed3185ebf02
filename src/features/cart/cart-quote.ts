import type { ProductSnapshot } from '#features/product-cards/product-snapshot.ts';
import { formatPrice } from '#shared/money.ts';
import type { CartQuote } from '#shared/schemas/cart.ts';
import { type CartLine, withinStock } from './cart-line.ts';

/** A change that a quote made to a product in the cart, for the shopper to read. */
export interface CartChange {
  productId: string;
  name: string;
  text: string;
}

/** Applies today's prices and stock to the cart, and lists the changes. Lines without a quote stay as they are. */
export function applyQuote(lines: CartLine[], quote: Pick<CartQuote, 'items'>): { lines: CartLine[]; changes: CartChange[] } {
  const quoted = new Map(quote.items.map((item) => [item.productId, item]));
  const current = withinStock(
    lines.map((line) => {
      const item = quoted.get(line.product.id);
      // An archived product has no name in the quote: keep the stored one.
      if (!item?.name) return item ? { ...line, product: { ...line.product, stockQuantity: 0 } } : line;
      const { name, price, available } = item;
      return { ...line, product: { ...line.product, name, price, image: item.image ?? '', stockQuantity: available } };
    }),
  );
  return { lines: current, changes: changesBetween(lines, current) };
}

function changesBetween(before: CartLine[], after: CartLine[]): CartChange[] {
  const changes = new Map<string, CartChange>();
  for (const { product } of before) {
    const now = after.find((line) => line.product.id === product.id)?.product;
    const text = now && changeText(product, now, pieces(after, product.id) < pieces(before, product.id));
    if (text) changes.set(product.id, { productId: product.id, name: product.name, text });
  }
  return [...changes.values()];
}

function changeText(before: ProductSnapshot, now: ProductSnapshot, fewer: boolean): string {
  // Reported once; the line itself keeps showing that it is unavailable.
  if (now.stockQuantity === 0) return before.stockQuantity === 0 ? '' : 'No longer available';
  return [
    ...(now.price === before.price ? [] : [`Price is now ${formatPrice(now.price)} (was ${formatPrice(before.price)})`]),
    ...(fewer ? [`Only ${now.stockQuantity} left`] : []),
  ].join('. ');
}

function pieces(lines: CartLine[], productId: string): number {
  return lines.reduce((sum, line) => (line.product.id === productId ? sum + line.quantity : sum), 0);
}
