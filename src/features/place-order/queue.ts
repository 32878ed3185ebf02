import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { ApiFailure } from '#browser/api.ts';
import type { PlacedOrder } from '#domain/orders/contract.ts';
import { mayBePlaced, type OrderToSend, sendOrder } from './send-order.ts';

/** Kept orders hold a name, a phone number and an address: after two days they go, sent or not. */
export const QUEUED_ORDER_LIFETIME_MS = 48 * 60 * 60 * 1000;

/** An order of this device that the shop has not answered yet. Its body goes as soon as it is placed. */
export interface QueuedOrder extends Omit<OrderToSend, 'honeypot'> {
  /** What the checkout needs to show the order again: form and cart lines. */
  draft: unknown;
  /** Milliseconds since 1970. */
  queuedAt: number;
  /** Whether a try may have reached the shop without an answer coming back. */
  maybePlaced: boolean;
  answer?: Answer;
}

/** What tracking needs of an order that was placed. */
type TrackableOrder = Pick<PlacedOrder, 'orderNumber' | 'createdAt' | 'totalAmount' | 'customerPhone'>;

/** What became of an order: placed, refused, or too old to be sent. */
export type Answer =
  | { order: TrackableOrder }
  | { refusal: Pick<ApiFailure, 'status' | 'code' | 'message' | 'errors' | 'details'> }
  | { expired: true };

interface Orders extends DBSchema {
  orders: { key: string; value: QueuedOrder };
}

let opened: Promise<IDBPDatabase<Orders>> | undefined;

function orders(): Promise<IDBPDatabase<Orders>> {
  opened ??= openDB<Orders>('shop-orders', 1, {
    upgrade: (database) => database.createObjectStore('orders', { keyPath: 'key' }),
  });
  return opened;
}

/** Keeps an order for later. @throws Error where the browser keeps nothing */
export async function queueOrder(order: Omit<QueuedOrder, 'queuedAt'>): Promise<void> {
  await (await orders()).put('orders', { ...order, queuedAt: Date.now() });
}

/** The kept orders, oldest first. Those too old lose what is personal in them. */
export async function queuedOrders(now = Date.now()): Promise<QueuedOrder[]> {
  const { store, done } = (await orders()).transaction('orders', 'readwrite');
  const found = await store.getAll();
  const current = found.map((order) => (isTooOld(order, now) ? withAnswer(order, { expired: true }) : order));
  for (const [place, order] of current.entries()) if (order !== found[place]) store.put(order);
  await done;
  return current.sort((one, other) => one.queuedAt - other.queuedAt);
}

/** Removes a kept order and returns it; undefined when it is just being sent, or another tab has taken it. */
export function takeQueuedOrder(key: string): Promise<QueuedOrder | undefined> {
  return alone(key, async () => {
    const order = await (await orders()).get('orders', key);
    await (await orders()).delete('orders', key);
    return order;
  });
}

/** Sends all kept orders, each once at a time whoever calls. Returns those answered now, and how many are left. */
export async function sendQueuedOrders(): Promise<{ answered: QueuedOrder[]; left: number }> {
  const answered: QueuedOrder[] = [];
  for (const { key } of await queuedOrders()) {
    const after = await alone(key, () => sendOne(key));
    if (after?.answer) answered.push(after);
  }
  const left = (await queuedOrders()).filter(({ answer }) => !answer).length;
  return { answered, left };
}

/**
 * Works on an order while no other tab and no worker does; undefined when one does. The lock ends with the page that holds it. Browsers
 * without locks have no worker that sends, and two tabs that send one order send one key.
 */
async function alone<Result>(key: string, work: () => Promise<Result>): Promise<Result | undefined> {
  const { locks } = navigator as Partial<Navigator>;
  return locks ? locks.request(`kept order ${key}`, { ifAvailable: true }, (lock) => (lock ? work() : undefined)) : work();
}

async function sendOne(key: string): Promise<QueuedOrder | undefined> {
  const order = await (await orders()).get('orders', key);
  if (!order || order.answer) return undefined;
  // Noted before: the page may be closed before the answer comes.
  const sending = { ...order, maybePlaced: order.maybePlaced || navigator.onLine };
  await (await orders()).put('orders', sending);
  const after = await send(sending);
  await (await orders()).put('orders', after);
  return after;
}

/** The order as it is after a try. */
async function send(order: QueuedOrder): Promise<QueuedOrder> {
  try {
    return withAnswer(order, { order: trackable(await sendOrder(order)) });
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    if (mayBePlaced(failure)) return order;
    const { status, code, message, errors, details } = failure;
    return { ...order, maybePlaced: false, answer: { refusal: { status, code, message, errors, details } } };
  }
}

/** An answered order without what is personal in it: the number and the phone are kept for tracking alone. */
function withAnswer({ key, draft, queuedAt, maybePlaced }: QueuedOrder, answer: Answer): QueuedOrder {
  const { lines } = (draft ?? {}) as { lines?: unknown };
  return { key, headers: {}, draft: { lines }, queuedAt, maybePlaced, answer };
}

function trackable({ orderNumber, createdAt, totalAmount, customerPhone }: PlacedOrder): TrackableOrder {
  return { orderNumber, createdAt, totalAmount, customerPhone };
}

function isTooOld({ queuedAt, answer }: QueuedOrder, now: number): boolean {
  return !(answer && !('refusal' in answer)) && now - queuedAt > QUEUED_ORDER_LIFETIME_MS;
}
