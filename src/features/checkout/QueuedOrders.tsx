import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect } from 'react';
import { readText } from '#browser/storage.ts';
import { $queuedOrders } from '#features/offline/queued-orders.ts';
import { QUEUED_ORDERS_KEY } from '#features/offline/queued-orders-key.ts';
import type { QueuedOrder } from '#features/place-order/queue.ts';

const nothing = () => ({ default: () => <></> });
const loadCard = () => import('./QueuedOrderCard.tsx').catch(nothing);
const loadDialog = () => import('./OrderQueued.tsx').then(({ OrderQueued }) => ({ default: OrderQueued }), nothing);

/** With the last step at the latest: once an order waits, nothing may come any more. */
export function loadQueuedOrders(): void {
  void loadCard();
  void loadDialog();
}

const QueuedOrderCard = lazy(loadCard);
export const OrderQueued = lazy(loadDialog);

const NONE: QueuedOrder[] = [];

/** Above the checkout: orders that wait on this device until it is online. */
export function QueuedOrders() {
  const orders = useStore($queuedOrders, { ssr: () => NONE });
  useEffect(() => void findOrders().catch(console.warn), []);
  return (
    <Suspense>
      {orders.map((order) => (
        <QueuedOrderCard key={order.key} order={order} />
      ))}
    </Suspense>
  );
}

/** Their store is 3 KB that most devices never need. */
async function findOrders(): Promise<void> {
  if (!readText(QUEUED_ORDERS_KEY)) return;
  const { readQueuedOrders } = await import('#features/offline/queued-orders-store.ts');
  await readQueuedOrders();
}
