import { hydrateIsland } from '#browser/hydrate-island.ts';
import { readText } from '#browser/storage.ts';
import { QUEUED_ORDERS_KEY } from './queued-orders-key.ts';

const worker = document.body.dataset['worker'];
const page = document.documentElement;
// Plain http on a local network has no workers.
const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;

const wakeBar = () => hydrateIsland(document.querySelector('[data-offline-bar]'));

if (page.dataset['keptAt'] || readText(QUEUED_ORDERS_KEY)) wakeBar();
// Only what the worker keeps can be loaded then.
addEventListener('offline', () => container?.controller && wakeBar());
if (worker && container) {
  container.addEventListener('message', ({ data }) => {
    if (data.keptAt) page.dataset['keptAt'] ??= data.keptAt;
    wakeBar();
  });
  // After everything that the shopper waits for.
  const soon = () => setTimeout(register, 1_000, container);
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon);
}

/** Registers the worker. The page that is open when it comes for the first time tells it what it shows. */
async function register(workers: ServiceWorkerContainer): Promise<void> {
  const isFirst = !workers.controller;
  await workers.register(`${worker}`).catch(console.warn);
  if (!isFirst) return;
  const seen = [location.href, ...[...document.images].map(({ currentSrc }) => currentSrc).filter(Boolean)];
  (await workers.ready).active?.postMessage({ seen });
}
