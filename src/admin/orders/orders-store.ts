import { atom, map } from 'nanostores';
import { failureText } from '#admin/shell/failure-text.ts';
import type { Pagination } from '#shared/schemas/common.ts';
import type { Order, OrderEdit, OrderStatus } from '#shared/schemas/order.ts';
import type { OrderFilters } from './order-filters.ts';
import { ORDER_STATUSES } from './order-words.ts';
import { deleteOrder, fetchOrderStats, fetchOrders, type OrderStats, putOrder, putOrderStatus } from './orders-api.ts';

interface OrderList {
  orders: Order[];
  /** Null until the first page has come. */
  pagination: Pagination | null;
  loading: boolean;
  /** Why the list is not what was asked for; empty when it is. */
  failure: string;
}

export const $orderList = map<OrderList>({ orders: [], pagination: null, loading: true, failure: '' });
/** The order whose details are open. It stays open when it leaves the list. */
export const $viewedOrder = atom<Order | null>(null);
export const $orderStats = atom<OrderStats | null>(null);
/** What could not be done last, for the banner; empty when it was dismissed. */
export const $ordersError = atom('');
/** What was done last, for those who cannot see the list change. */
export const $ordersNews = atom('');

let shown: OrderFilters | null = null;
let newestLoad = 0;
let newestChange = 0;

/** Shows the orders of some filters. An answer that something newer has overtaken is dropped. */
export async function loadOrders(filters: OrderFilters): Promise<void> {
  const load = ++newestLoad;
  shown = filters;
  $orderList.setKey('loading', true);
  try {
    const { items, pagination } = await fetchOrders(filters);
    if (load === newestLoad) $orderList.set({ orders: items, pagination, loading: false, failure: '' });
  } catch (error) {
    if (load !== newestLoad) return;
    $orderList.set({ ...$orderList.get(), loading: false, failure: failureText(error, 'Failed to load orders') });
  }
}

export async function loadOrderStats(): Promise<void> {
  try {
    $orderStats.set(await fetchOrderStats());
  } catch (error) {
    $ordersError.set(failureText(error, 'Failed to load orders'));
  }
}

/** Asks for list and figures again, as they are filtered now. */
export async function reloadOrders(): Promise<void> {
  await Promise.all([shown && loadOrders(shown), loadOrderStats()]);
}

/** Gives an order another status: on screen at once, and back again with the server's reason when it refuses. */
export function changeOrderStatus(order: Order, status: OrderStatus): Promise<void> {
  const change = ++newestChange;
  newestLoad++; // a list under way does not know of this change
  renew({ ...order, status });
  return inTurn(async () => {
    const answer = await answerTo(order, status);
    // When another change waits, the list is its business: nothing may jump back under the hand that is choosing.
    if (change !== newestChange) return;
    renew(answer);
    await reloadOrders();
  });
}

/** The order as it is after the attempt to change its status. */
async function answerTo(order: Order, status: OrderStatus): Promise<Order> {
  try {
    const changed = await putOrderStatus(order.id, status);
    $ordersNews.set(`Order ${order.orderNumber} is now ${ORDER_STATUSES[status]}`);
    return changed;
  } catch (error) {
    $ordersError.set(failureText(error, 'Failed to update order status'));
    return order;
  }
}

/** Corrects contact, address or notes. @throws ApiFailure, with an entry of `errors` for each field the server refuses. */
export async function editOrder(order: Order, edit: OrderEdit): Promise<void> {
  renew(await putOrder(order.id, edit));
  $ordersNews.set(`Order ${order.orderNumber} was saved`);
}

/** Takes an order off every list. True when that was done. */
export async function archiveOrder(order: Order): Promise<boolean> {
  try {
    await deleteOrder(order.id);
  } catch (error) {
    $ordersError.set(failureText(error, 'Failed to delete order'));
    return false;
  }
  $ordersNews.set(`Order ${order.orderNumber} was deleted`);
  void reloadOrders(); // the dialog need not wait for it
  return true;
}

/** Shows what is known of an order now, wherever it is on screen. */
function renew(order: Order): void {
  if ($viewedOrder.get()?.id === order.id) $viewedOrder.set(order);
  const { orders } = $orderList.get();
  $orderList.setKey(
    'orders',
    orders.map((other) => (other.id === order.id ? order : other)),
  );
}

let lastChange: Promise<void> = Promise.resolve();

// Someone walking through a status list by keyboard changes it several times a second: the server must hear it in that order.
function inTurn(change: () => Promise<void>): Promise<void> {
  lastChange = lastChange.then(change);
  return lastChange;
}
