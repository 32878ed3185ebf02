/** Takes the place of the worker when it is switched off (`SHOP_WORKER=off`): removes what it kept, and itself. Kept orders stay; pages send them. */
import { deleteDB } from 'idb';
import { FILES_DATABASE } from './caches.ts';
import { scope } from './worker-scope.ts';

scope.addEventListener('install', () => scope.skipWaiting());
scope.addEventListener('activate', (event) => event.waitUntil(retire()));

async function retire(): Promise<void> {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  await deleteDB(FILES_DATABASE);
  await scope.registration.unregister();
}
