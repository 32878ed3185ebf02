import { atom, computed, type ReadableAtom } from 'nanostores';
import { safePersistentAtom } from '#browser/safe-persistent-atom.ts';
import { readJson } from '#browser/storage.ts';
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '#domain/limits.ts';
import { roundMoney } from '#domain/money.ts';
import type { Choice, ChoiceKind } from '#domain/variants/choice.ts';
import type { ProductSnapshot } from '#features/product-cards/product-snapshot.ts';
import { type CartLine, isAvailable, lineKey, missingOf, parseCartLines, poolKey } from './cart-line.ts';

const STORAGE_KEY = 'cart_v1';

const $lines = safePersistentAtom<CartLine[]>(STORAGE_KEY, [], parseCartLines);

/** Lines of the cart, newest last. Stored in this browser and shared between its tabs. `changeCart` changes them. */
export const $cartLines: ReadableAtom<CartLine[]> = $lines;

/** Whether the drawer is open. */
export const $cartOpen = atom(false);

/** The line that could not grow as wanted, until the cart changes again. */
export const $limitedLine = atom<CartLine | undefined>();

/** Pieces that can be bought; unavailable lines do not count. */
export const $cartCount = computed($cartLines, (lines) => countPieces(lines));

export const $cartSubtotal = computed($cartLines, (lines) => subtotalOf(lines));

export function countPieces(lines: CartLine[]): number {
  return lines.filter(isAvailable).reduce((count, line) => count + line.quantity, 0);
}

export function subtotalOf(lines: CartLine[]): number {
  return roundMoney(lines.filter(isAvailable).reduce((sum, line) => sum + line.product.price * line.quantity, 0));
}

/**
 * Changes the cart as it is stored now: another tab may have ordered or added a line of which this one has not heard yet. Without a
 * change nothing is written.
 */
export function changeCart(change: (lines: CartLine[]) => CartLine[]): void {
  const stored = readJson(STORAGE_KEY);
  const before = stored ? parseCartLines(stored) : $lines.get();
  const after = change(before);
  if (JSON.stringify(after) !== JSON.stringify(before)) $lines.set(after);
}

/**
 * Adds pieces of a product in one colour and size, to its line if there is one. All lines that take from the same pieces together never
 * exceed them; `$limitedLine` is set when that cuts the quantity. `countedBy` says which of the choices the product's stock is of.
 * Returns the pieces really added.
 */
export function addToCart(product: ProductSnapshot, { color, size }: Choice, quantity = 1, countedBy: ChoiceKind[] = []): number {
  const line: CartLine = {
    product,
    quantity: 0,
    ...(color && { selectedColor: color }),
    ...(size && { selectedSize: size }),
    ...(countedBy.length > 0 && { countedBy }),
  };
  const added = grow(line, quantity);
  $limitedLine.set(added < quantity ? line : undefined);
  return added;
}

function grow(line: CartLine, quantity: number): number {
  let added = 0;
  changeCart((lines) => {
    const before = lines.find((other) => isSameLine(other, line))?.quantity ?? 0;
    const others = otherLines(lines, line)
      // Chosen at last: the line that waited for a choice has done so.
      .filter((other) => other.product.id !== line.product.id || !missingOf({ ...other, ...countingOf(line) }))
      .map((other) => withSnapshot(other, line));
    const after = Math.min(before + quantity, maxQuantity(line, others));
    if (after <= before || others.length >= MAX_CART_LINES) return lines;
    added = after - before;
    return [...others, { ...line, quantity: after }];
  });
  return added;
}

/** The cart without one line. */
export function otherLines(lines: CartLine[], line: CartLine): CartLine[] {
  return lines.filter((other) => !isSameLine(other, line));
}

export function isSameLine(one: CartLine, other: CartLine): boolean {
  return lineKey(one) === lineKey(other);
}

/** How many pieces a line may have beside the other lines that take from the same ones. */
export function maxQuantity(line: CartLine, others: CartLine[]): number {
  const taken = others.reduce((sum, other) => (poolKey(other) === poolKey(line) ? sum + other.quantity : sum), 0);
  return Math.min(line.product.stockQuantity - taken, MAX_LINE_QUANTITY);
}

/** The line being added is the freshest copy of its product: others take its price, and its stock if it is theirs, too; each keeps its colour's photo. */
function withSnapshot(line: CartLine, added: CartLine): CartLine {
  if (line.product.id !== added.product.id) return line;
  const counted = { ...line, ...countingOf(added) };
  const { stockQuantity } = poolKey(counted) === poolKey(added) ? added.product : line.product;
  return { ...counted, product: { ...added.product, image: line.product.image, stockQuantity } };
}

/** What pieces of the line's product are counted by, as a part of another line of it. */
function countingOf({ countedBy }: CartLine): Pick<CartLine, 'countedBy'> {
  return countedBy ? { countedBy } : {};
}
