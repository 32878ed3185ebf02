import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { ApiFailure, callApi } from './api.ts';

/** Kept orders hold a name, a phone number and an address: after two days they go, sent or not. */
export const KEPT_ORDER_LIFETIME_MS = 48 * 60 * 60 * 1000;

const CALL_TIMEOUT_MS = 30_000;

/** An order of this device that the shop has not answered yet. */
export interface KeptOrder {
  /** Its idempotency key. The server places one order per key, however often it is sent. */
  key: string;
  /** The body of `POST /api/orders`; gone as soon as the order is placed. */
  body?: Record<string, unknown>;
  headers: Record<string, string>;
  /** The shopper's session, if there is one. */
  token?: string | undefined;
  /** What the checkout needs to show the order again: form and cart lines. */
  draft: unknown;
  /** Milliseconds since 1970. */
  keptAt: number;
  /** Whether a try may have reached the shop without an answer coming back. */
  maybePlaced: boolean;
  answer?: Answer;
}

export interface PlacedOrder {
  orderNumber: string;
  createdAt: string;
  totalAmount: number;
  customerPhone: string;
}

/** What became of an order: placed, refused, or too old to be sent. */
export type Answer =
  | { order: PlacedOrder }
  | { refusal: Pick<ApiFailure, 'status' | 'code' | 'message' | 'errors' | 'details'> }
  | { expired: true };

interface Orders extends DBSchema {
  orders: { key: string; value: KeptOrder };
}

let opened: Promise<IDBPDatabase<Orders>> | undefined;

function orders(): Promise<IDBPDatabase<Orders>> {
  opened ??= openDB<Orders>('shop-orders', 1, {
    upgrade: (database) => database.createObjectStore('orders', { keyPath: 'key' }),
  });
  return opened;
}

/** Keeps an order for later. @throws Error where the browser keeps nothing */
export async function keepOrder(order: Omit<KeptOrder, 'keptAt'>): Promise<void> {
  await (await orders()).put('orders', { ...order, keptAt: Date.now() });
}

/** The kept orders, oldest first. Those too old lose what is personal in them. */
export async function keptOrders(now = Date.now()): Promise<KeptOrder[]> {
  const { store, done } = (await orders()).transaction('orders', 'readwrite');
  const found = await store.getAll();
  const current = found.map((order) => (isTooOld(order, now) ? withAnswer(order, { expired: true }) : order));
  for (const [place, order] of current.entries()) if (order !== found[place]) store.put(order);
  await done;
  return current.sort((one, other) => one.keptAt - other.keptAt);
}

/** Removes a kept order and returns it; undefined when it is just being sent, or another tab has taken it. */
export function takeKeptOrder(key: string): Promise<KeptOrder | undefined> {
  return alone(key, async () => {
    const order = await (await orders()).get('orders', key);
    await (await orders()).delete('orders', key);
    return order;
  });
}

/** Sends all kept orders, each once at a time whoever calls. Returns those answered now, and how many are left. */
export async function sendKeptOrders(): Promise<{ answered: KeptOrder[]; left: number }> {
  const answered: KeptOrder[] = [];
  for (const { key } of await keptOrders()) {
    const after = await alone(key, () => sendOne(key));
    if (after?.answer) answered.push(after);
  }
  const left = (await keptOrders()).filter(({ answer }) => !answer).length;
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

async function sendOne(key: string): Promise<KeptOrder | undefined> {
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
async function send(order: KeptOrder): Promise<KeptOrder> {
  const { key, body, headers, token } = order;
  const sent = { body, headers: { ...headers, 'Idempotency-Key': key }, token, timeoutMs: CALL_TIMEOUT_MS };
  try {
    const placed = await callApi<PlacedOrder | undefined>('POST', '/orders', sent);
    // A success without an order comes from a proxy, not from the API.
    return placed?.orderNumber ? withAnswer(order, { order: pickPlaced(placed) }) : order;
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    if (mayBePlaced(failure)) return order;
    const { status, code, message, errors, details } = failure;
    return { ...order, maybePlaced: false, answer: { refusal: { status, code, message, errors, details } } };
  }
}

/**
 * Whether the order may have been placed in spite of the failure. Only a conflict, a validation error or too many open orders
 * prove that it was not; anything else may come from a proxy, or from before or after the order was placed.
 */
export function mayBePlaced({ status, code }: ApiFailure): boolean {
  return status !== 409 && status !== 422 && code !== 'too_many_orders';
}

/** An answered order without what is personal in it: the number and the phone are kept for tracking alone. */
function withAnswer({ key, draft, keptAt, maybePlaced }: KeptOrder, answer: Answer): KeptOrder {
  const { lines } = (draft ?? {}) as { lines?: unknown };
  return { key, headers: {}, draft: { lines }, keptAt, maybePlaced, answer };
}

function pickPlaced({ orderNumber, createdAt, totalAmount, customerPhone }: PlacedOrder): PlacedOrder {
  return { orderNumber, createdAt, totalAmount, customerPhone };
}

function isTooOld({ keptAt, answer }: KeptOrder, now: number): boolean {
  return !(answer && !('refusal' in answer)) && now - keptAt > KEPT_ORDER_LIFETIME_MS;
}
