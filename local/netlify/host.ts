import { createServer, type IncomingMessage, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { asFromCdn } from './compress.ts';
import { mountFunctions } from './functions.ts';
import { serveImages } from './images.ts';
import { serveFolder } from './static-site.ts';

interface Options {
  port: number;
  /** Where photos of the shop's storage come from. */
  storageUrl: string;
  /** The folder of the pages; asked for every request, because a rebuild swaps it. */
  folder(): string;
}

/** Netlify on this machine: functions, image CDN, files with redirects and headers, compressed. Listens on every interface, as `npm start` promises. */
export async function startHost({ port, storageUrl, folder }: Options): Promise<{ close(): Promise<void> }> {
  const answerApi = await mountFunctions();
  const answerImage = serveImages(`http://127.0.0.1:${port}`, storageUrl);
  const sites = new Map<string, ReturnType<typeof serveFolder>>();
  const site = () => {
    const current = folder();
    const served = sites.get(current) ?? serveFolder(current);
    sites.clear();
    sites.set(current, served);
    return served;
  };

  const handle = async (request: Request, incoming: IncomingMessage): Promise<Response> => {
    const response =
      (await answerApi(request, incoming.socket.remoteAddress ?? '')) ?? (await answerImage(request)) ?? (await site()(request));
    return asFromCdn(request, response);
  };

  const listener = getRequestListener((request, env) => handle(request, env.incoming as IncomingMessage), {
    overrideGlobalObjects: false,
    errorHandler: (error) => {
      console.error(error);
      return new Response('Internal error', { status: 500 });
    },
  });
  const server = createServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, () => resolve());
  });
  return { close: () => closeNow(server) };
}

function closeNow(server: Server): Promise<void> {
  return new Promise((closed) => {
    server.close(() => closed());
    server.closeAllConnections();
  });
}
