import { type QueuedOrder, sendQueuedOrders } from '#features/place-order/queue.ts';
import { scope } from './worker-scope.ts';

/**
 * Sends kept orders and tells open pages. Where none is looking, and notifications were allowed before, one tells the outcome.
 * @throws Error when an order is left: Background Sync then tries again later
 */
export async function sendOrders(): Promise<void> {
  const { answered, left } = await sendQueuedOrders();
  const open = await scope.clients.matchAll({ type: 'window' });
  for (const page of open) page.postMessage({ orders: answered.length });
  const isSeen = open.some(({ visibilityState }) => visibilityState === 'visible');
  const mayNotify = typeof Notification !== 'undefined' && Notification.permission === 'granted';
  if (!isSeen && mayNotify) await Promise.all(answered.map(notify));
  if (left > 0) throw new Error(`${left} kept orders could not be sent`);
}

function notify({ key, answer }: QueuedOrder): Promise<void> {
  const title =
    answer && 'order' in answer
      ? `Order ${answer.order.orderNumber} is placed`
      : 'Your kept order needs another look: it is not placed';
  return scope.registration.showNotification(title, { tag: key, icon: '/icon-192.png' });
}
