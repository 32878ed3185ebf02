import { asRecord, isText } from '#browser/storage.ts';
import { type ProductSnapshot, parseProductSnapshot } from '#features/product-cards/product-snapshot.ts';
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '#shared/limits.ts';

export interface Choice {
  color?: string | undefined;
  size?: string | undefined;
}

/** A product in one colour and size. */
export interface CartLine {
  product: ProductSnapshot;
  quantity: number;
  selectedColor?: string;
  selectedSize?: string;
}

/** Identifies a line: product, colour and size. */
export function lineKey({ product, selectedColor, selectedSize }: CartLine): string {
  return JSON.stringify([product.id, selectedColor ?? '', selectedSize ?? '']);
}

/** The chosen colour and size as text; empty when there was nothing to choose. */
export function choiceText({ selectedColor, selectedSize }: CartLine): string {
  return [selectedColor && `Color: ${selectedColor}`, selectedSize && `Size: ${selectedSize}`].filter(Boolean).join(' · ');
}

export function isAvailable({ product }: CartLine): boolean {
  return product.stockQuantity > 0;
}

/** Lowers quantities to the stock. Lines of one product share its stock; the first line takes first. */
export function withinStock(lines: CartLine[]): CartLine[] {
  const left = new Map<string, number>();
  return lines.flatMap((line) => {
    // A sold-out line stays: the cart shows it as unavailable, and it may come back.
    if (!isAvailable(line)) return [line];
    const { id, stockQuantity } = line.product;
    const quantity = Math.min(line.quantity, left.get(id) ?? stockQuantity, MAX_LINE_QUANTITY);
    left.set(id, (left.get(id) ?? stockQuantity) - quantity);
    if (quantity === line.quantity) return [line];
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}

/** Parses the stored cart. Unreadable lines are dropped, the rest survives. */
export function parseCartLines(found: unknown): CartLine[] {
  if (!Array.isArray(found)) return [];
  const lines = new Map<string, CartLine>();
  for (const line of found.map(parseLine)) if (line) lines.set(lineKey(line), line);
  return [...lines.values()].slice(0, MAX_CART_LINES);
}

function parseLine(found: unknown): CartLine | undefined {
  const { product: kept, quantity: pieces, selectedColor, selectedSize } = asRecord(found);
  const product = parseProductSnapshot(kept);
  const quantity = Math.floor(Number(pieces));
  if (!product || !(quantity >= 1)) return undefined;
  return {
    product,
    quantity: Math.min(quantity, MAX_LINE_QUANTITY),
    ...(isText(selectedColor) && { selectedColor }),
    ...(isText(selectedSize) && { selectedSize }),
  };
}
