import { asRecord, isText } from '#browser/storage.ts';
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '#domain/limits.ts';
import { CHOICE_KINDS, type Choice, type ChoiceKind, choiceOf, missingChoice } from '#domain/variants/choice.ts';
import { type ProductSnapshot, parseProductSnapshot } from '#features/product-cards/product-snapshot.ts';

/** A product in one colour and size. Its snapshot's stock is what is left of that choice. */
export interface CartLine {
  product: ProductSnapshot;
  quantity: number;
  selectedColor?: string;
  selectedSize?: string;
  /** What its pieces are counted by; nothing where all of the product are counted together. */
  countedBy?: ChoiceKind[];
}

/** The choice that pieces are counted by and the line lacks, because it is older than the counting. */
export function missingOf(line: CartLine): ChoiceKind | undefined {
  return missingChoice(line.countedBy ?? [], choiceOf(line));
}

/** What of the choice pieces are counted by: lines of one product that are alike in it share its pieces. */
export function countedChoice(line: CartLine): Choice {
  const chosen = choiceOf(line);
  return Object.fromEntries((line.countedBy ?? []).map((kind) => [kind, chosen[kind]]));
}

/** Identifies the pieces that a line takes from. */
export function poolKey(line: CartLine): string {
  const { color, size } = countedChoice(line);
  return JSON.stringify([line.product.id, color ?? '', size ?? '']);
}

/** Identifies a line: product, colour and size. */
export function lineKey({ product, selectedColor, selectedSize }: CartLine): string {
  return JSON.stringify([product.id, selectedColor ?? '', selectedSize ?? '']);
}

export function isAvailable({ product }: CartLine): boolean {
  return product.stockQuantity > 0;
}

/** Lowers quantities to the stock. Lines that take from the same pieces share them; the first line takes first. */
export function withinStock(lines: CartLine[]): CartLine[] {
  const left = new Map<string, number>();
  return lines.flatMap((line) => {
    // A sold-out line stays: the cart shows it as unavailable, and it may come back.
    if (!isAvailable(line)) return [line];
    const { stockQuantity } = line.product;
    const pool = poolKey(line);
    const quantity = Math.min(line.quantity, left.get(pool) ?? stockQuantity, MAX_LINE_QUANTITY);
    left.set(pool, (left.get(pool) ?? stockQuantity) - quantity);
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
  const { product: kept, quantity: units, selectedColor, selectedSize, countedBy } = asRecord(found);
  const product = parseProductSnapshot(kept);
  const quantity = Math.floor(Number(units));
  if (!product || !(quantity >= 1)) return undefined;
  return {
    product,
    quantity: Math.min(quantity, MAX_LINE_QUANTITY),
    ...(isText(selectedColor) && { selectedColor }),
    ...(isText(selectedSize) && { selectedSize }),
    ...(Array.isArray(countedBy) && { countedBy: CHOICE_KINDS.filter((kind) => countedBy.includes(kind)) }),
  };
}
