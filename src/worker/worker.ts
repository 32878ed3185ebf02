/**
 * The shop while offline. Keeps visited pages with their scripts, the catalogue's index and photos, and sends kept orders.
 *
 * - Pages and the index come from the network first; a cached copy shows its date, so that no old price passes for today's.
 * - Files with a hash in their name, and photos, come from the cache first.
 * - `/api`, the back office and pages about a person are never kept.
 */
import { clientsClaim } from 'workbox-core/clientsClaim.js';
import { registerRoute } from 'workbox-routing/registerRoute.js';
import { isSlowConnection } from '#browser/slow-connection.ts';
import { CACHES } from './caches.ts';
import { keptSince } from './kept-files.ts';
import { sendOrders } from './orders.ts';
import { ignoreOffline, index, OFFLINE_PAGE, pages, pagesAlone, photos, scripts } from './strategies.ts';
import { type LastingEvent, scope } from './worker-scope.ts';

/** Left to the browser: the back office, and what functions answer. */
const UNTOUCHED = /^\/(admin|api|forms)\b/;
/** Pages on which somebody signs in or looks at an order are never cached; offline, the offline page replaces them. */
const PERSONAL = /^\/(login|profile|track|order)\b/;
const PHOTOS = /^\/(\.netlify\/images$|media\/|photo-fallback\.svg$)/;

/** What every device caches beside the pages it has visited. */
const KIT = ['/catalog.json', OFFLINE_PAGE, '/photo-fallback.svg'];
/** Kept ahead only on a good connection: they bring the scripts of cart, listing and checkout along. */
const FULL_KIT = ['/products', '/checkout'];

/** When a page is opened, the kit is fetched again after this time. */
const KIT_LIFETIME_MS = 24 * 60 * 60 * 1000;

scope.addEventListener('install', () => scope.skipWaiting());
scope.addEventListener('activate', (event) => event.waitUntil(Promise.all([dropOldCaches(), keepKit(event)])));
clientsClaim();

// A page that is open when the worker is installed reports what it shows.
scope.addEventListener('message', (event) => {
  const { seen = [] } = event.data as { seen?: string[] };
  event.waitUntil(Promise.all(seen.map((url) => keep(url, event))));
});
scope.addEventListener('sync', (event) => event.waitUntil(sendOrders()));
scope.addEventListener('notificationclick', (event) => event.waitUntil(scope.clients.openWindow('/track')));

registerRoute(
  ({ request, url }) => isPage(request, url) && !PERSONAL.test(url.pathname),
  ({ request, event }) => {
    event.waitUntil(keepKit(event));
    return pages.handle({ request, event });
  },
);
registerRoute(({ request, url }) => isPage(request, url), pagesAlone);
registerRoute(({ url }) => isOurs(url, /^\/catalog\.json$/), index);
registerRoute(({ request, url }) => isOurs(url, /^\/_astro\//) && !isStaffs(request), scripts);
registerRoute(({ request, url }) => isOurs(url, PHOTOS) && !isStaffs(request), photos);

function isPage({ mode }: Request, { pathname }: URL): boolean {
  return mode === 'navigate' && !UNTOUCHED.test(pathname);
}

function isOurs({ origin, pathname }: URL, path: RegExp): boolean {
  return origin === scope.location.origin && path.test(pathname);
}

function isStaffs({ referrer }: Request): boolean {
  return referrer !== '' && UNTOUCHED.test(new URL(referrer).pathname);
}

/** Keeps what every device has, unless it was kept today. */
async function keepKit(event: LastingEvent): Promise<void> {
  const wanted = [...KIT, ...(isSlowConnection() ? [] : FULL_KIT)].map((path) => scope.location.origin + path);
  await Promise.all(
    wanted.map(async (url) => {
      if (Date.now() - (await keptSince(url)) > KIT_LIFETIME_MS) await keep(url, event);
    }),
  );
}

/** Keeps a page, the index or a photo that the shopper has seen. */
async function keep(address: string, event: LastingEvent): Promise<void> {
  const url = new URL(address, scope.location.origin);
  if (url.origin !== scope.location.origin || UNTOUCHED.test(url.pathname) || PERSONAL.test(url.pathname)) return;
  const isPhoto = PHOTOS.test(url.pathname);
  const strategy = isPhoto ? photos : url.pathname === '/catalog.json' ? index : pages;
  // The browser has just loaded the photos that a page shows: they cost nothing from its own cache.
  const request = new Request(url.href, { cache: isPhoto ? 'force-cache' : 'default' });
  const [answer, kept] = strategy.handleAll({ request, event });
  await Promise.all([answer, kept]).catch(ignoreOffline);
}

/** Caches of workers before this one. Those of the back office have their own. */
async function dropOldCaches(): Promise<void> {
  const current: string[] = Object.values(CACHES).map(({ name }) => name);
  const old = (await caches.keys()).filter((name) => name.startsWith('shop-') && !current.includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}
