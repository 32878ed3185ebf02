import type { CartQuoteRequest } from '#domain/cart/contract.ts';
import type { TrackedOrder } from '#domain/orders/tracking-contract.ts';
import { choiceOf } from '#domain/variants/choice.ts';
import { pieceName } from '#domain/variants/choice-text.ts';
import { addToCart } from '#features/cart/cart-store.ts';
import { fetchQuote } from '#features/cart/fetch-quote.ts';

type Item = Pick<
  TrackedOrder['items'][number],
  'productId' | 'productName' | 'productImage' | 'selectedColor' | 'selectedSize' | 'quantity'
>;

/** What is in the cart now, and what is not to be had, each by its name: `2 × Moon Pendant (Gold)`. */
export interface OrderedAgain {
  added: string[];
  missing: string[];
}

/** Puts the pieces of an order into the cart at today's price, as far as they are still sold and in stock. @throws ApiFailure */
export async function orderAgain(items: Item[], signal = new AbortController().signal): Promise<OrderedAgain> {
  const asked = items.flatMap(({ productId, quantity, ...item }): CartQuoteRequest['items'] => {
    const { color, size } = choiceOf(item);
    if (!productId) return [];
    return [{ productId, quantity, ...(color && { selectedColor: color }), ...(size && { selectedSize: size }) }];
  });
  const { items: quoted } = await fetchQuote(asked, signal);
  const again: OrderedAgain = { added: [], missing: [] };
  for (const item of items) {
    const found = quoted.find((line) => isQuoteOf(line, item));
    const added = found?.name ? addQuoted(found, item) : 0;
    if (added > 0) again.added.push(nameOf(item, added));
    if (added < item.quantity) again.missing.push(nameOf(item, item.quantity - added));
  }
  return again;
}

type Quoted = Awaited<ReturnType<typeof fetchQuote>>['items'][number];

function isQuoteOf({ productId, selectedColor, selectedSize }: Quoted, item: Item): boolean {
  return (
    productId === item.productId && (selectedColor ?? null) === item.selectedColor && (selectedSize ?? null) === item.selectedSize
  );
}

/** Returns the pieces that were added. */
function addQuoted({ productId, name, price, image, available, countedBy }: Quoted, item: Item): number {
  if (available <= 0) return 0;
  const product = { id: productId, name, category: '', price, image: image ?? '', stockQuantity: available };
  return addToCart(product, choiceOf(item), item.quantity, countedBy);
}

function nameOf(item: Item, units: number): string {
  const name = pieceName(item.productName, choiceOf(item));
  return units > 1 ? `${units} × ${name}` : name;
}
