import { atom, computed } from 'nanostores';
import { announce } from '#browser/announce.ts';
import { safePersistentAtom } from '#browser/safe-persistent-atom.ts';
import { isProductId, type ProductSnapshot } from '#features/product-cards/product-snapshot.ts';
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '#shared/limits.ts';
import { roundMoney } from '#shared/money.ts';
import type { CartQuote } from '#shared/schemas/cart.ts';
import { DELIVERY } from '#shared/shop.ts';
import { type CartLine, type Choice, isAvailable, lineKey, parseCartLines, withinStock } from './cart-line.ts';
import { applyQuote, type CartChange } from './cart-quote.ts';

/** Lines of the cart, newest last. Stored in this browser and shared between its tabs. */
export const $cartLines = safePersistentAtom<CartLine[]>('cart_v1', [], parseCartLines);

/** Whether the drawer is open. */
export const $cartOpen = atom(false);

/** The line that could not grow as wanted, until the cart changes again. */
export const $limitedLine = atom<CartLine | undefined>();

/** Whether the server has confirmed the prices shown. `unconfirmed`: it did not answer, and stored prices show. */
export const $quoteStatus = atom<'asking' | 'confirmed' | 'unconfirmed'>('asking');

/** The delivery charge the page was built with, until a quote brings a newer one. */
export const $delivery = atom(DELIVERY);

/** Changes made by the last quote. */
export const $cartChanges = atom<CartChange[]>([]);

/** Pieces that can be bought; unavailable lines do not count. */
export const $cartCount = computed($cartLines, (lines) => countPieces(lines));

export const $cartSubtotal = computed($cartLines, (lines) => subtotalOf(lines));

function countPieces(lines: CartLine[]): number {
  return lines.filter(isAvailable).reduce((count, line) => count + line.quantity, 0);
}

export function subtotalOf(lines: CartLine[]): number {
  return roundMoney(lines.filter(isAvailable).reduce((sum, line) => sum + line.product.price * line.quantity, 0));
}

/**
 * Adds pieces of a product in one colour and size, to its line if there is one. All lines of a product together never exceed
 * its stock; `$limitedLine` is set when that cuts the quantity. Returns the pieces really added.
 */
export function addToCart(product: ProductSnapshot, { color, size }: Choice, quantity = 1): number {
  const line: CartLine = {
    product,
    quantity: 0,
    ...(color && { selectedColor: color }),
    ...(size && { selectedSize: size }),
  };
  const added = grow(line, quantity);
  $limitedLine.set(added < quantity ? line : undefined);
  return added;
}

function grow(line: CartLine, quantity: number): number {
  const before = $cartLines.get().find((other) => isSameLine(other, line))?.quantity ?? 0;
  const others = otherLines(line).map((other) => withSnapshot(other, line.product));
  const after = Math.min(before + quantity, maxQuantity(line, others));
  if (after <= before || others.length >= MAX_CART_LINES) return 0;
  $cartLines.set([...others, { ...line, quantity: after }]);
  return after - before;
}

/** Sets the quantity of a line, at most what is in stock. 0 removes it. */
export function setLineQuantity(line: CartLine, quantity: number): void {
  $limitedLine.set(undefined);
  const lines = $cartLines.get();
  const max = maxQuantity(line, otherLines(line));
  const changed = { ...line, quantity: Math.min(quantity, max) };
  $cartLines.set(quantity > 0 && max > 0 ? lines.map((other) => (isSameLine(other, line) ? changed : other)) : otherLines(line));
}

/** Removes one line; the same product in another colour or size stays. */
export function removeLine(line: CartLine): void {
  $limitedLine.set(undefined);
  $cartLines.set(otherLines(line));
}

/** Removes lines that are sold out or no longer on sale. */
export function removeUnavailable(): void {
  $cartLines.set($cartLines.get().filter(isAvailable));
}

/** Lowers a product to the pieces left; 0 removes its lines. */
export function limitProduct(productId: string, available: number): void {
  const known = $cartLines.get().map((line) => (line.product.id === productId ? withStock(line, available) : line));
  $cartLines.set(withinStock(known.filter((line) => line.product.id !== productId || available > 0)));
}

/** Removes what was ordered. What another tab has added since stays. */
export function removeOrdered(ordered: CartLine[]): void {
  const taken = new Map(ordered.map((line) => [lineKey(line), line.quantity]));
  const left = $cartLines.get().map((line) => ({ ...line, quantity: line.quantity - (taken.get(lineKey(line)) ?? 0) }));
  $cartLines.set(left.filter(({ quantity }) => quantity > 0));
}

/** The parts of a quote that the cart uses. */
type Quote = Pick<CartQuote, 'items'> & Partial<Pick<CartQuote, 'delivery'>>;

type FetchQuote = (items: { productId: string; quantity: number }[], signal: AbortSignal) => Promise<Quote>;

let latestRequest: AbortController | undefined;

/**
 * Fetches today's prices and stock, applies them to the cart and announces the changes. If the call fails the cart stays as it is.
 * `fetchQuote` is passed in because every page loads this store, and few load the API client.
 */
export async function refreshQuote(fetchQuote: FetchQuote): Promise<void> {
  latestRequest?.abort();
  const request = new AbortController();
  latestRequest = request;
  // `unconfirmed` stays until a quote succeeds.
  if ($quoteStatus.get() === 'confirmed') $quoteStatus.set('asking');
  // The server has no prices for drafts that exist in this browser only (`c_…`).
  const sold = $cartLines.get().filter(({ product }) => isProductId(product.id));
  const items = sold.map(({ product, quantity }) => ({ productId: product.id, quantity }));
  const quote = await fetchQuote(items, request.signal).catch((failure: unknown) => {
    if (!request.signal.aborted) console.warn('Prices could not be confirmed', failure);
  });
  if (request.signal.aborted) return;
  if (quote) applyServerQuote(quote);
  else $quoteStatus.set('unconfirmed');
}

/** Applies a quote to the cart and announces the changes. */
export function applyServerQuote(quote: Quote): void {
  if (quote.delivery) $delivery.set(quote.delivery);
  const before = $cartLines.get();
  const { lines, changes } = applyQuote(before, quote);
  // Without changes nothing is written: another tab may be writing.
  if (JSON.stringify(lines) !== JSON.stringify(before)) $cartLines.set(lines);
  $cartChanges.set(changes);
  if (changes.length) announce(changes.map(({ name, text }) => `${name}: ${text}`).join('. '));
  $quoteStatus.set('confirmed');
}

/** The cart without one line. */
export function otherLines(line: CartLine): CartLine[] {
  return $cartLines.get().filter((other) => !isSameLine(other, line));
}

function isSameLine(one: CartLine, other: CartLine): boolean {
  return lineKey(one) === lineKey(other);
}

/** How many pieces a line may have beside the other lines of its product. */
export function maxQuantity(line: CartLine, others: CartLine[]): number {
  const taken = others.reduce((sum, other) => (other.product.id === line.product.id ? sum + other.quantity : sum), 0);
  return Math.min(line.product.stockQuantity - taken, MAX_LINE_QUANTITY);
}

function withStock(line: CartLine, stockQuantity: number): CartLine {
  return { ...line, product: { ...line.product, stockQuantity } };
}

/** The product being added is the freshest copy: other lines of it take its price and stock. */
function withSnapshot(line: CartLine, product: ProductSnapshot): CartLine {
  return line.product.id === product.id ? { ...line, product } : line;
}
