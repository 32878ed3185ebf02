import { atom } from 'nanostores';
import { asRecord, removeKey, writeText } from '#browser/storage.ts';
import { type CartLine, parseCartLines } from '#features/cart/cart-line.ts';
import { addToCart } from '#features/cart/cart-store.ts';
import { saveDeviceOrder } from '#features/orders/device-orders.ts';
import { endAttempt } from '#features/place-order/attempt.ts';
import { type QueuedOrder, queuedOrders, queueOrder, sendQueuedOrders, takeQueuedOrder } from '#features/place-order/queue.ts';
import { $queuedOrders } from './queued-orders.ts';
import { QUEUED_ORDERS_KEY } from './queued-orders-key.ts';

/** Something to tell the shopper, with where to go next. */
export interface News {
  text: string;
  link?: { href: string; text: string };
  /** Whether it is an answer of the shop. */
  isAnswer?: boolean;
}

/** What became of kept orders since the page was opened. */
export const $news = atom<News[]>([]);

/** The cart lines of a kept order. */
export function linesOf({ draft }: QueuedOrder): CartLine[] {
  return parseCartLines(asRecord(draft).lines);
}

/** Keeps an order and asks the browser to wake the worker when it is back online, where it can. @throws Error where nothing can be kept */
export async function queueForLater(order: Parameters<typeof queueOrder>[0]): Promise<void> {
  await queueOrder(order);
  await readQueuedOrders();
  const registration = await navigator.serviceWorker?.getRegistration();
  const { sync } = (registration ?? {}) as { sync?: { register(tag: string): Promise<void> } };
  // Elsewhere the next page that opens sends it.
  await sync?.register('orders').catch(console.warn);
}

/** Sends what waits, and tells what became of it. */
export async function sendNow(): Promise<void> {
  await sendQueuedOrders();
  await readQueuedOrders();
}

/** Takes a kept order back: its pieces are in the cart again. False when it is just being sent. */
export async function takeBack({ key }: QueuedOrder): Promise<boolean> {
  const order = await takeQueuedOrder(key);
  if (order) {
    for (const line of linesOf(order)) putBack(line);
    // Sent without an answer it keeps its key, with which it cannot be placed a second time.
    if (!order.maybePlaced) endAttempt();
  }
  await readQueuedOrders();
  return order !== undefined;
}

function putBack({ product, quantity, selectedColor: color, selectedSize: size, countedBy }: CartLine): void {
  addToCart(product, { color, size }, quantity, countedBy);
}

/** Reads the kept orders. Those that were placed, or that have waited too long, are finished and told. */
export async function readQueuedOrders(): Promise<void> {
  const orders = await queuedOrders();
  for (const { key, answer } of orders) {
    // Only one tab takes it, and tells it.
    const finished = answer && !('refusal' in answer) && (await takeQueuedOrder(key));
    if (finished) $news.set([...$news.get(), finish(finished)]);
  }
  const waiting = orders.filter(({ answer }) => !answer || 'refusal' in answer);
  if (waiting.length > 0) writeText(QUEUED_ORDERS_KEY, String(waiting.length));
  else removeKey(QUEUED_ORDERS_KEY);
  $queuedOrders.set(waiting);
}

function finish(order: QueuedOrder): News {
  if (order.answer && 'order' in order.answer) {
    const { customerPhone: phone, ...placed } = order.answer.order;
    const link = { href: saveDeviceOrder({ ...placed, phone }), text: 'See it' };
    endAttempt();
    return { text: `Your kept order is placed: ${placed.orderNumber}.`, link, isAnswer: true };
  }
  for (const line of linesOf(order)) putBack(line);
  return {
    text: order.maybePlaced
      ? 'The shop never answered your kept order. Ask us before you order again: the pieces are back in your cart.'
      : 'Your order was kept for two days without a connection and is not placed. Its pieces are back in your cart.',
  };
}
