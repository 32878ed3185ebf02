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

/** Lines of the cart, newest last. Kept in this browser and shared between its tabs. */
export const $cartLines = safePersistentAtom<CartLine[]>('cart_v1', [], parseCartLines);

/** Whether the drawer is open. */
export const $cartOpen = atom(false);

/** What was asked for and did not all go into the cart, until something else is done with it. */
export const $limitedLine = atom<CartLine | undefined>();

/** Whether the server has confirmed the prices in sight. `unconfirmed`: it does not answer, they are what the cart remembers. */
export const $quoteStatus = atom<'asking' | 'confirmed' | 'unconfirmed'>('asking');

/** What delivery costs: as the page was built, until a quote tells of a newer rule. */
export const $delivery = atom(DELIVERY);

/** What the last quote changed, for the shopper to read. */
export const $cartChanges = atom<CartChange[]>([]);

/** Pieces that can be bought; a line that is gone counts nothing. */
export const $cartCount = computed($cartLines, (lines) => countPieces(lines));

export const $cartSubtotal = computed($cartLines, (lines) => subtotalOf(lines));

function countPieces(lines: CartLine[]): number {
  return lines.filter(isAvailable).reduce((count, line) => count + line.quantity, 0);
}

export function subtotalOf(lines: CartLine[]): number {
  return roundMoney(lines.filter(isAvailable).reduce((sum, line) => sum + line.product.price * line.quantity, 0));
}

/**
 * Adds pieces of one product in one colour and size; a line it already has grows. Never above what is in stock, over all
 * lines of the product; `$limitedLine` then says so. Gives the pieces that were really added.
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
  const others = otherLines(line).map((other) => knowing(other, line.product));
  const after = Math.min(before + quantity, roomFor(line, others));
  if (after <= before || others.length >= MAX_CART_LINES) return 0;
  $cartLines.set([...others, { ...line, quantity: after }]);
  return after - before;
}

/** Sets the pieces of one line: none removes it, and it stops at what is in stock. */
export function setLineQuantity(line: CartLine, quantity: number): void {
  $limitedLine.set(undefined);
  const lines = $cartLines.get();
  const most = roomFor(line, otherLines(line));
  const changed = { ...line, quantity: Math.min(quantity, most) };
  $cartLines.set(quantity > 0 && most > 0 ? lines.map((other) => (isSameLine(other, line) ? changed : other)) : otherLines(line));
}

/** Removes one line; the same product in another colour or size stays. */
export function removeLine(line: CartLine): void {
  $limitedLine.set(undefined);
  $cartLines.set(otherLines(line));
}

/** Removes what is sold out or not on sale any more. */
export function removeUnavailable(): void {
  $cartLines.set($cartLines.get().filter(isAvailable));
}

/** Brings a product down to the pieces that are left of it; none removes its lines. */
export function limitProduct(productId: string, available: number): void {
  const known = $cartLines.get().map((line) => (line.product.id === productId ? withStock(line, available) : line));
  $cartLines.set(withinStock(known.filter((line) => line.product.id !== productId || available > 0)));
}

/** Takes out what an order has taken. What was put in since it was sent, in another tab, stays. */
export function removeOrdered(ordered: CartLine[]): void {
  const taken = new Map(ordered.map((line) => [lineKey(line), line.quantity]));
  const left = $cartLines.get().map((line) => ({ ...line, quantity: line.quantity - (taken.get(lineKey(line)) ?? 0) }));
  $cartLines.set(left.filter(({ quantity }) => quantity > 0));
}

/** What of a quote the cart is corrected by. */
type Quote = Pick<CartQuote, 'items'> & Partial<Pick<CartQuote, 'delivery'>>;

type AskQuote = (items: { productId: string; quantity: number }[], signal: AbortSignal) => Promise<Quote>;

let latestQuestion: AbortController | undefined;

/**
 * Asks for today's prices and stock, corrects the cart and tells what changed. With the API dead the cart stays as it is.
 * Who asks is handed in (`./ask-quote.ts`): every page carries this store, few need to call the API.
 */
export async function refreshQuote(ask: AskQuote): Promise<void> {
  latestQuestion?.abort();
  const question = new AbortController();
  latestQuestion = question;
  // What could not be confirmed stays so until it is.
  if ($quoteStatus.get() === 'confirmed') $quoteStatus.set('asking');
  // Drafts that exist in this browser only (`c_…`) are nothing the server could price.
  const sold = $cartLines.get().filter(({ product }) => isProductId(product.id));
  const items = sold.map(({ product, quantity }) => ({ productId: product.id, quantity }));
  const quote = await ask(items, question.signal).catch((failure: unknown) => {
    if (!question.signal.aborted) console.warn('Prices could not be confirmed', failure);
  });
  if (question.signal.aborted) return;
  if (quote) applyServerQuote(quote);
  else $quoteStatus.set('unconfirmed');
}

/** Corrects the cart by a quote and tells what changed. */
export function applyServerQuote(quote: Quote): void {
  if (quote.delivery) $delivery.set(quote.delivery);
  const before = $cartLines.get();
  const { lines, changes } = applyQuote(before, quote);
  // A quote that agrees writes nothing: another tab may be about to.
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

/** The most pieces a line may have beside the others. */
export function roomFor(line: CartLine, others: CartLine[]): number {
  const taken = others.reduce((sum, other) => (other.product.id === line.product.id ? sum + other.quantity : sum), 0);
  return Math.min(line.product.stockQuantity - taken, MAX_LINE_QUANTITY);
}

function withStock(line: CartLine, stockQuantity: number): CartLine {
  return { ...line, product: { ...line.product, stockQuantity } };
}

/** Whoever adds a product read it just now: its other lines learn of it. */
function knowing(line: CartLine, product: ProductSnapshot): CartLine {
  return line.product.id === product.id ? { ...line, product } : line;
}
