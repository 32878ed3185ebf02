import type { IncomingMessage, Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Pages } from '#local/site-builds/site.ts';
import type { answerDemoLogins } from '#local/staff/demo-logins.ts';
import type { CdnCache } from './cdn-cache.ts';
import { withCompression } from './compression.ts';
import type { MountedFunctions } from './functions.ts';
import { guardedServer } from './guarded-server.ts';
import { serveImages } from './images.ts';
import { runScheduled } from './schedule.ts';
import { serveFolder } from './static-site.ts';

interface Options {
  port: number;
  /** The Supabase project that stores uploaded photos. */
  storageUrl: string;
  /** The pages online. Called for every request, because a build replaces them. */
  pages(): Pages;
  cache: CdnCache;
  functions: MountedFunctions;
  /** What no Netlify answers: the demo's logins. */
  answerDemo?: ReturnType<typeof answerDemoLogins>;
}

export interface Host {
  close(): Promise<void>;
}

/** Netlify on this machine: functions and their schedules, image CDN, files with redirects and headers, compression. Listens on every interface. */
export async function startHost({ port, storageUrl, pages, cache, functions, answerDemo }: Options): Promise<Host> {
  const answerImage = serveImages(`http://127.0.0.1:${port}`, storageUrl);
  const sites = new Map<string, ReturnType<typeof serveFolder>>();
  const site = () => {
    const { folder, before } = pages();
    const served = sites.get(folder) ?? serveFolder(folder, before);
    sites.clear();
    sites.set(folder, served);
    return served;
  };

  const handle = async (request: Request, incoming: IncomingMessage): Promise<Response> => {
    const ip = incoming.socket.remoteAddress ?? '';
    const response =
      (await answerDemo?.(request, ip)) ??
      (await cache.answer(request, () => functions.answer(request, ip))) ??
      (await answerImage(request)) ??
      (await site()(request, () => functions.answerMissing(request, ip)));
    return withCompression(request, response);
  };

  const listener = getRequestListener((request, env) => handle(request, env.incoming as IncomingMessage), {
    overrideGlobalObjects: false,
    errorHandler: (error) => {
      console.error(error);
      return new Response('Internal error', { status: 500 });
    },
  });
  const server = guardedServer((request, response) => {
    if (isSound(request)) void listener(request, response);
    else response.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' }).end('Bad request');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, () => resolve());
  });
  const schedule = runScheduled(functions.scheduled);
  return {
    close: () => {
      schedule.stop();
      return closeNow(server);
    },
  };
}

function closeNow(server: Server): Promise<void> {
  return new Promise((closed) => {
    server.close(() => closed());
    server.closeAllConnections();
  });
}

/** Whether a request names a host and a path in the ways browsers do. Netlify refuses the others before they reach the shop. */
function isSound({ url = '', headers: { host = '' } }: IncomingMessage): boolean {
  return (
    /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i.test(host) && /^\/[^\\?]*(\?|$)/.test(url) && URL.canParse(`http://${host}${url}`)
  );
}
