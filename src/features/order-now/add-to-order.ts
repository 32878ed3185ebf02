import { ApiFailure, callApi } from '#browser/api.ts';
import { randomKey } from '#browser/random-key.ts';
import type { AddedItems, QuotedAddition } from '#domain/orders/page-contract.ts';
import { dueOnDelivery } from '#domain/orders/paid.ts';
import type { CartLine } from '#features/cart/cart-line.ts';
import { removeOrdered } from '#features/cart/edit-cart.ts';
import { forgetOpenOrder, type OpenOrder } from '#features/shopper/open-order.ts';

/** What was added to which order. */
export interface Added {
  order: OpenOrder;
  /** What the rider asks for, in rupees. */
  due: number;
}

/** Why nothing can be added. `isOver`: to this order never again. */
export interface Refusal {
  text: string;
  isOver: boolean;
}

/** Codes that say that an order takes no more pieces. */
const OVER = ['order_packed', 'order_page_not_found', 'order_page_ended', 'order_not_found'];

/** The key of a press by what was pressed for, so that pressing again after a lost answer adds once. */
const keys = new Map<string, string>();

function bodyOf({ orderNumber, key }: OpenOrder, lines: CartLine[]) {
  const items = lines.map(({ product, quantity, selectedColor, selectedSize }) => ({
    productId: product.id,
    quantity,
    ...(selectedColor && { selectedColor }),
    ...(selectedSize && { selectedSize }),
  }));
  return { orderNumber, key, items };
}

/** What the order costs now, and what it would cost with these lines. @throws ApiFailure */
export function quoteAddition(order: OpenOrder, lines: CartLine[], signal?: AbortSignal): Promise<QuotedAddition> {
  return callApi<QuotedAddition>('POST', '/order-page/items/quote', { body: bodyOf(order, lines), signal });
}

/** Adds the lines to the order at the total that was shown; they leave the cart. @throws ApiFailure */
export async function addLines(order: OpenOrder, lines: CartLine[], totalSeen: number): Promise<Added> {
  const body = { ...bodyOf(order, lines), totalSeen };
  const pressed = JSON.stringify(body);
  const key = keys.get(pressed) ?? randomKey();
  keys.set(pressed, key);
  const { page } = await callApi<AddedItems>('POST', '/order-page/items', { body, headers: { 'Idempotency-Key': key } });
  keys.delete(pressed);
  removeOrdered(lines);
  return { order, due: dueOnDelivery(page) };
}

/** What a refusal means for the shopper, who can always place a new order. An order that takes no more pieces is forgotten. */
export function readRefusal(failure: unknown, { orderNumber }: OpenOrder): Refusal {
  if (!(failure instanceof ApiFailure)) throw failure;
  const { status, code, errors, message } = failure;
  const isOver = OVER.includes(code);
  if (isOver) forgetOpenOrder(orderNumber);
  if (code === 'order_packed') return { text: `${orderNumber} is packed already: these pieces need a new order.`, isOver };
  if (isOver) return { text: '', isOver };
  if (status === 0) return { text: `We could not reach the shop. Press again: nothing is added twice.`, isOver };
  return { text: errors[0]?.message ?? message, isOver };
}
