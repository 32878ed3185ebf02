import { useStore } from '@nanostores/react';
import { useEffect, useReducer } from 'react';
import { useHydrated } from '#components/use-hydrated.ts';
import type { QueuedOrder } from '#features/place-order/queue.ts';
import { $queuedOrders } from './queued-orders.ts';
import { $news, type News, readQueuedOrders, sendNow } from './queued-orders-store.ts';

const NO_ORDERS: QueuedOrder[] = [];
const NO_NEWS: News[] = [];

/**
 * Above the page, what shoppers must know while they are offline: from when the prices are, and what becomes of kept orders. Empty and
 * asleep until register-worker.ts has a reason to wake it.
 */
export function OfflineBar() {
  const isHydrated = useHydrated();
  const orders = useStore($queuedOrders, { ssr: () => NO_ORDERS });
  const news = useStore($news, { ssr: () => NO_NEWS });
  const [, redraw] = useReducer((draws: number) => draws + 1, 0);
  useEffect(() => followLine(redraw), []);
  const answers = [...orderNews(orders), ...news];
  const wasReached = answers.some(({ isAnswer }) => isAnswer);
  const line = isHydrated ? lineNews(wasReached) : [];
  const shown = wasReached ? [...answers, ...line] : [...line, ...answers];
  return (
    <div
      data-offline-bar
      role={isHydrated ? 'status' : undefined}
      className="offline-bar sticky z-20 bg-notice text-center text-sm"
    >
      {shown.map(({ text, link }) => (
        <p key={text} className="shell py-2.5">
          {text}
          {link && (
            <a href={link.href} className="ml-2 font-medium whitespace-nowrap underline underline-offset-4">
              {link.text}
            </a>
          )}
        </p>
      ))}
    </div>
  );
}

/** Calls back when the browser goes online or offline, sends and reads kept orders when there is a reason. Returns the cleanup function. */
function followLine(changed: () => void): () => void {
  const stop = new AbortController();
  const send = () => navigator.onLine && sendNow().catch(console.warn);
  const read = () => {
    changed();
    // The shopper in front of another tab is told there.
    if (document.visibilityState === 'visible') readQueuedOrders().catch(console.warn);
  };
  for (const type of ['online', 'offline']) addEventListener(type, read, stop);
  addEventListener('online', send, stop);
  document.addEventListener('visibilitychange', read, stop);
  navigator.serviceWorker?.addEventListener('message', read, stop);
  read();
  send();
  return () => stop.abort();
}

/**
 * What the page says of its connection. A page that was loaded live says nothing once the browser is back online. One that shows an answer of the shop does
 * not say that the shop could not be reached.
 */
function lineNews(wasReached: boolean): News[] {
  // From when the copy is that this page shows: itself, or the index of products.
  const keptAt = document.documentElement.dataset['keptAt'];
  const isOnline = navigator.onLine;
  if (!keptAt && isOnline) return [];
  const since = timeText(new Date(keptAt ?? performance.timeOrigin));
  if (!isOnline) return [{ text: `You are offline. Prices and stock are from ${since}.` }];
  const href = location.pathname + location.search;
  if (wasReached) return [{ text: `Prices and stock on this page are from ${since}.`, link: { href, text: 'Show today’s' } }];
  return [{ text: `The shop could not be reached. Prices and stock are from ${since}.`, link: { href, text: 'Try again' } }];
}

function orderNews(orders: QueuedOrder[]): News[] {
  const refused = orders.filter(({ answer }) => answer).length;
  const link = { href: '/checkout', text: 'Look at it' };
  const waiting = 'Your order is kept on this phone and will be sent when you are back online. It is not placed yet.';
  return [
    ...(orders.length > refused ? [{ text: waiting, link }] : []),
    ...(refused > 0 ? [{ text: 'Your kept order is not placed: the shop asks you something first.', link, isAnswer: true }] : []),
  ];
}

function timeText(time: Date): string {
  const isToday = time.toDateString() === new Date().toDateString();
  const day = isToday ? {} : ({ weekday: 'long', day: 'numeric', month: 'long' } as const);
  return time.toLocaleString('en-GB', { ...day, hour: '2-digit', minute: '2-digit' });
}
