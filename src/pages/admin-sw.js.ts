import { adminWorker, retiredWorker } from 'virtual:worker-script';
import type { APIRoute } from 'astro';
import { isWorkerOff } from '#server/site-builds/worker-switch.ts';

/** The worker of the back office, or what removes it from every device (docs/operations/service-worker.md). */
export const GET: APIRoute = () =>
  new Response(isWorkerOff() ? retiredWorker : adminWorker, { headers: { 'Content-Type': 'text/javascript' } });
