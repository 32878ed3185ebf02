import { retiredWorker, worker } from 'virtual:worker-script';
import type { APIRoute } from 'astro';
import { isWorkerOff } from '#server/site-builds/worker-switch.ts';

/** The service worker, or what removes it from every device (docs/operations/service-worker.md). */
export const GET: APIRoute = () =>
  new Response(isWorkerOff() ? retiredWorker : worker, { headers: { 'Content-Type': 'text/javascript' } });
