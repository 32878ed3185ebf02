/**
 * The back office on a phone: opens from the device, and shows notifications. It stands beside the shop's worker, whose scope leaves out `/admin`.
 *
 * - The page and its files come from the device first; answers of the API never do.
 * - A message is always shown, and a click on it opens its record.
 */
import { ignoreOffline, openFile, openShell, renewShell } from './admin-app.ts';
import { openNews, showNews } from './notifications.ts';
import { scope } from './worker-scope.ts';

scope.addEventListener('install', (event) => {
  void scope.skipWaiting();
  event.waitUntil(renewShell().catch(ignoreOffline));
});
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== scope.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(openShell((work) => event.waitUntil(work)).catch(() => Response.error()));
  else if (pathname.startsWith('/_astro/')) event.respondWith(openFile(request));
});

scope.addEventListener('push', (event) => event.waitUntil(showNews(event.data?.text())));
scope.addEventListener('notificationclick', (event) => event.waitUntil(openNews(event.notification)));
