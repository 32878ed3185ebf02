import type { HandlerCallbackOptions, WorkboxPlugin } from 'workbox-core/types.js';
import { CacheFirst } from 'workbox-strategies/CacheFirst.js';
import { NetworkFirst } from 'workbox-strategies/NetworkFirst.js';
import { NetworkOnly } from 'workbox-strategies/NetworkOnly.js';
import { isSlowConnection, SLOW_CONNECTION_WIDTH } from '#browser/slow-connection.ts';
import { CACHES } from './caches.ts';
import { keptSince, keptUrls, withinBytes } from './kept-files.ts';
import { scope } from './worker-scope.ts';

/** Shown where a page was never seen. */
export const OFFLINE_PAGE = '/offline';

/** With a copy at hand, the network gets this long to answer. */
const TIMEOUT_SECONDS = 3;

/** A photo can be replaced under the same address (`/media`), so copies expire. */
const PHOTO_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** Hosts vary answers by encoding and format, for which a device always sends the same headers. */
const matchOptions = { ignoreVary: true };

/** Pages are files: what follows `?` is read by their scripts. */
const withoutQuery: WorkboxPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => request.url.replace(/[?#].*/, ''),
};

/** Marks a copy with the time it is from, for the bar that says so (features/offline). */
const dated: WorkboxPlugin = {
  cachedResponseWillBeUsed: async ({ cachedResponse }) => cachedResponse && marked(cachedResponse),
};

async function marked(page: Response): Promise<Response> {
  const headers = new Headers(page.headers);
  // The body is longer now, and no longer compressed.
  for (const name of ['Content-Length', 'Content-Encoding']) headers.delete(name);
  return new Response((await page.text()).replace('<html', `<html data-kept-at="${timeOf(page)}"`), { headers });
}

/** When the host sent an answer, as ISO time. */
function timeOf(answer: Response): string {
  return new Date(answer.headers.get('Date') ?? Date.now()).toISOString();
}

const offlinePage: WorkboxPlugin = {
  handlerDidError: async () => {
    const page = await caches.match(OFFLINE_PAGE, { cacheName: CACHES.pages.name, ...matchOptions });
    return page && marked(page);
  },
};

/** Tells the requesting page the date of its copy. */
const tellAge: WorkboxPlugin = {
  cachedResponseWillBeUsed: async ({ cachedResponse, event }) => {
    const { clientId } = event as unknown as { clientId?: string };
    const page = cachedResponse && clientId ? await scope.clients.get(clientId) : undefined;
    if (cachedResponse) page?.postMessage({ keptAt: timeOf(cachedResponse) });
    return cachedResponse;
  },
};

/** Scripts, styles and fonts in a page or a script: `/_astro/page.js`, `"_astro/page.js"`, `"./page.js"`. */
const MENTIONED = /(?:\/_astro\/|"_astro\/|["'`]\.\/)([\w.-]+\.(?:js|css|woff2))/g;

/** Keeps what a page or script needs with it, also what it loads later: a page without its cart is of little use offline. */
const withScripts: WorkboxPlugin = {
  cacheDidUpdate: async ({ request, newResponse, event }) => {
    if (isSlowConnection() || request.url.endsWith('.css') || request.url.endsWith('.woff2')) return;
    const mentioned = [...(await newResponse.text()).matchAll(MENTIONED)].map(
      ([, name]) => `${scope.location.origin}/_astro/${name}`,
    );
    const kept = new Set(await keptUrls(CACHES.scripts.name));
    const missing = [...new Set(mentioned)].filter((url) => !kept.has(url) && !onTheirWay.has(url));
    for (const url of missing) onTheirWay.add(url);
    await Promise.all(missing.map((url) => keepAhead(url, event)));
  },
};

/** What is being kept ahead. Many scripts mention the same one, and each would ask for it until the first has kept it. */
const onTheirWay = new Set<string>();

async function keepAhead(url: string, event: HandlerCallbackOptions['event']): Promise<void> {
  const [answer, kept] = scripts.handleAll({ request: new Request(url), event });
  await Promise.all([answer, kept]).catch(ignoreOffline);
  onTheirWay.delete(url);
}

/** What is kept ahead is kept another time when the device is offline now. */
export function ignoreOffline(): void {}

/** Over a slow connection no photo is wider than `SLOW_CONNECTION_WIDTH`. */
const narrowPhotos: WorkboxPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => narrowUrl(request.url),
  requestWillFetch: async ({ request }) => {
    const url = narrowUrl(request.url);
    return url === request.url ? request : new Request(url, request);
  },
};

function narrowUrl(address: string): string {
  const url = new URL(address);
  const width = Number(url.searchParams.get('w'));
  if (!isSlowConnection() || !(width > SLOW_CONNECTION_WIDTH)) return address;
  const height = Number(url.searchParams.get('h'));
  url.searchParams.set('w', `${SLOW_CONNECTION_WIDTH}`);
  if (height) url.searchParams.set('h', `${Math.round((height * SLOW_CONNECTION_WIDTH) / width)}`);
  return url.href;
}

const renewed: WorkboxPlugin = {
  cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
    Date.now() - (await keptSince(request.url)) < PHOTO_LIFETIME_MS ? cachedResponse : null,
};

/** Offline, an old copy or another size of a photo is better than none. */
const anySize: WorkboxPlugin = {
  handlerDidError: async ({ request }) => {
    const cacheName = CACHES.photos.name;
    const other = (await keptUrls(cacheName)).find((url) => photoIn(url) === photoIn(request.url));
    return other ? caches.match(other, { cacheName, ...matchOptions }) : undefined;
  },
};

/** The original photo behind an address of the image CDN. */
function photoIn(address: string): string {
  const { searchParams, pathname } = new URL(address);
  return searchParams.get('url') ?? pathname;
}

export const pages = new NetworkFirst({
  cacheName: CACHES.pages.name,
  networkTimeoutSeconds: TIMEOUT_SECONDS,
  matchOptions,
  plugins: [withoutQuery, withinBytes, dated, withScripts, offlinePage],
});

/** Pages that are never kept. */
export const pagesAlone = new NetworkOnly({ plugins: [offlinePage] });

export const index = new NetworkFirst({ cacheName: CACHES.pages.name, matchOptions, plugins: [withinBytes, tellAge] });

export const scripts = new CacheFirst({ cacheName: CACHES.scripts.name, matchOptions, plugins: [withinBytes, withScripts] });

export const photos = new CacheFirst({
  cacheName: CACHES.photos.name,
  matchOptions,
  plugins: [narrowPhotos, renewed, withinBytes, anySize],
});
