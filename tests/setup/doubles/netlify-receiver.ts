import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { closeNow, listen } from '#local/loopback.ts';
import { type Fault, failLike } from '#tests/setup/stack/network-faults.ts';

export interface NetlifyReceiver {
  /** Makes the shop call this instead of Netlify. To be set before the functions are loaded. */
  environment: Record<string, string>;
  /** The tags of every purge, as they came. */
  purged: string[];
  /** How often the build hook was called. */
  hooked: number;
  /** What the pages online say of themselves (`/build.json`). */
  builtAt: string;
  /** Called with each call of the hook, to build. */
  onHook: () => void;
  /** How calls of the hook fail from now on; null ends that. */
  fault: Fault | null;
  stop(): Promise<void>;
}

/** Netlify, as far as the shop sees it: the build hook, the purge, and the pages online with their pictures. */
export async function startNetlifyReceiver(): Promise<NetlifyReceiver> {
  const server = createServer(async (request, response) => {
    if (request.url === '/build.json') {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ builtAt: receiver.builtAt }));
    } else if (request.url?.startsWith('/media/')) {
      response.writeHead(200, { 'Content-Type': 'image/webp' }).end();
    } else if (request.url === '/hook') {
      receiver.hooked += 1;
      if (receiver.fault) return failLike(receiver.fault, response);
      response.writeHead(200).end();
      receiver.onHook();
    } else if (request.method !== 'POST') {
      response.writeHead(404).end();
    } else {
      receiver.purged.push(...JSON.parse(await text(request)).cache_tags);
      response.writeHead(202).end();
    }
  });
  const url = await listen(server);
  const receiver: NetlifyReceiver = {
    environment: {
      NETLIFY_API_URL: url,
      NETLIFY_PURGE_API_TOKEN: 'a token',
      SITE_ID: 'a-site',
      NETLIFY_BUILD_HOOK: `${url}/hook`,
      URL: url,
    },
    purged: [],
    hooked: 0,
    builtAt: new Date(0).toISOString(),
    onHook: () => {},
    fault: null,
    stop: () => closeNow(server),
  };
  return receiver;
}
