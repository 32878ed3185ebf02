import type { CartQuote } from '#domain/cart/contract.ts';
import { formatPrice } from '#domain/money.ts';
import { choiceText } from '#domain/variants/choice-text.ts';
import type { ProductSnapshot } from '#features/product-cards/product-snapshot.ts';
import { type CartLine, countedChoice, poolKey, withinStock } from './cart-line.ts';

/** A change that a quote made to a product in the cart, or to the choice of it that is counted on its own, for the shopper to read. */
export interface CartChange {
  productId: string;
  /** `Size: 2.4`. */
  choice?: string;
  name: string;
  text: string;
}

/** A cart at today's prices, as far as the cart uses it. */
export interface Quote {
  items: (Omit<CartQuote['items'][number], 'countedBy'> & Partial<Pick<CartLine, 'countedBy'>>)[];
  delivery?: CartQuote['delivery'];
}

/** Applies today's prices and stock to the cart, and lists the changes. Lines without a quote stay as they are. */
export function applyQuote(lines: CartLine[], quote: Quote): { lines: CartLine[]; changes: CartChange[] } {
  const current = lines.map((line) => quoted(line, quote));
  const limited = withinStock(current);
  return { lines: limited, changes: changesBetween(lines, current, limited) };
}

function quoted(line: CartLine, { items }: Quote): CartLine {
  const ofProduct = items.filter(({ productId }) => productId === line.product.id);
  const item =
    ofProduct.find(
      ({ selectedColor, selectedSize }) => selectedColor === line.selectedColor && selectedSize === line.selectedSize,
    ) ??
    // A quote without choices is of all pieces of the product.
    ofProduct.find(({ selectedColor, selectedSize }) => !selectedColor && !selectedSize);
  if (!item) return line;
  // An archived product has no name in the quote: keep the stored one.
  if (!item.name) return { ...line, product: { ...line.product, stockQuantity: 0 } };
  const { name, price, available, countedBy = [] } = item;
  const { countedBy: _, ...rest } = line;
  const product = { ...line.product, name, price, image: item.image ?? '', stockQuantity: available };
  return { ...rest, product, ...(countedBy.length > 0 && { countedBy }) };
}

/** `current` are the lines of before with what the quote says of their products, `after` those that are left of them. */
function changesBetween(before: CartLine[], current: CartLine[], after: CartLine[]): CartChange[] {
  const changes = new Map<string, CartChange>();
  for (const [index, { product }] of before.entries()) {
    const line = current[index];
    if (!line) continue;
    const pool = poolKey(line);
    const ofPool = current.flatMap((other, at) => (poolKey(other) === pool ? (before[at] ?? []) : []));
    const left = after.filter((other) => poolKey(other) === pool);
    const text = changeText(product, line.product, unitsOf(left) < unitsOf(ofPool));
    const choice = choiceText(countedChoice(line));
    const whose = choice ? { choice, name: `${product.name} (${choice})` } : { name: product.name };
    if (text) changes.set(pool, { productId: product.id, ...whose, text });
  }
  return [...changes.values()];
}

/** The change that concerns a line. */
export function changeOf(line: CartLine, changes: CartChange[]): CartChange | undefined {
  return changes.find(
    ({ productId, choice = '' }) => productId === line.product.id && choice === choiceText(countedChoice(line)),
  );
}

function changeText(before: ProductSnapshot, now: ProductSnapshot, fewer: boolean): string {
  // Reported once; the line itself keeps showing that it is unavailable.
  if (now.stockQuantity === 0) return before.stockQuantity === 0 ? '' : 'No longer available';
  return [
    ...(now.price === before.price ? [] : [`Price is now ${formatPrice(now.price)} (was ${formatPrice(before.price)})`]),
    ...(fewer ? [`Only ${now.stockQuantity} left`] : []),
  ].join('. ');
}

function unitsOf(lines: CartLine[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}
