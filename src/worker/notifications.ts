import { scope } from './worker-scope.ts';

const HOME = '/admin';

/** What every browser shows, as the server sends it (`src/server/push/send-push.ts`). Safari shows it without asking here. */
interface Shown {
  title: string;
  options: { body?: string; tag?: string; lang?: string; icon: string; badge: string; data: { path: string } };
  /** How many orders wait, for the icon on the home screen; null: nobody said. */
  waiting: number | null;
}

/**
 * Shows a notification, whatever has arrived and whether a window is open or not: a subscription that stays silent is ended by the browser.
 * Takes the message's text.
 */
export async function showNews(text: string | undefined): Promise<void> {
  const { title, options, waiting } = readNews(text, scope.location.origin);
  await scope.registration.showNotification(title, options);
  if (waiting !== null) await showWaiting(waiting);
}

async function showWaiting(orders: number): Promise<void> {
  const { setAppBadge } = scope.navigator;
  await setAppBadge?.call(scope.navigator, orders).catch(() => {});
}

/** What a message shows. What cannot be read is news all the same. */
export function readNews(text: string | undefined, origin: string): Shown {
  const { title, body, tag, lang, navigate, app_badge } = notificationIn(text);
  const waiting = Number(app_badge ?? Number.NaN);
  return {
    title: textOf(title) || 'News of the shop',
    options: {
      ...(textOf(body) && { body: textOf(body) }),
      ...(textOf(tag) && { tag: textOf(tag) }),
      ...(textOf(lang) && { lang: textOf(lang) }),
      icon: '/icon-192.png',
      badge: '/icon-192.png',
      data: { path: pathIn(navigate, origin) },
    },
    waiting: Number.isInteger(waiting) && waiting >= 0 ? waiting : null,
  };
}

function notificationIn(text = ''): Record<string, unknown> {
  try {
    const { notification } = JSON.parse(text) as { notification?: Record<string, unknown> };
    return notification ?? {};
  } catch {
    return {};
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Where a notification leads: within the back office, or to its start. */
function pathIn(navigate: unknown, origin: string): string {
  if (typeof navigate !== 'string' || !URL.canParse(navigate, origin)) return HOME;
  const url = new URL(navigate, origin);
  const isOurs = url.origin === origin && (url.pathname === HOME || url.pathname.startsWith(`${HOME}/`));
  return isOurs ? url.pathname + url.search : HOME;
}

/** Opens what a notification is about in the window that is open, else in a new one. */
export async function openNews(notification: Notification): Promise<void> {
  notification.close();
  const { path = HOME } = (notification.data ?? {}) as { path?: string };
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find(({ url }) => new URL(url).pathname.startsWith(HOME));
  if (!open) return void (await scope.clients.openWindow(path));
  await open.focus();
  // Unsaved work stays: the page itself asks before it leaves.
  open.postMessage({ open: path });
}
