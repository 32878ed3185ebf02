import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';

interface Tasks {
  /** Begins a build of the pages, or makes it the next one. */
  build(): void;
  /** Makes the CDN forget what has one of the tags; everything without any. */
  purge(tags: string[] | undefined): void;
}

const purgeOrder = z.object({ cache_tags: z.array(z.string()).optional() });

/**
 * The two calls of Netlify's API that the shop makes, on a port of this machine: the build hook and the purge.
 * Returns the environment that makes the shop find them. Both want a secret: every page in a browser on this machine can call the port.
 */
export async function startNetlifyApi({ build, purge }: Tasks): Promise<Record<string, string>> {
  const secret = randomBytes(24).toString('base64url');

  const answer = async (request: IncomingMessage): Promise<number> => {
    if (request.method !== 'POST') return 404;
    if (request.url === `/build_hooks/${secret}`) {
      build();
      return 200;
    }
    if (request.url !== '/api/v1/purge') return 404;
    if (request.headers.authorization !== `Bearer ${secret}`) return 401;
    purge(purgeOrder.parse(JSON.parse(await text(request))).cache_tags);
    return 202;
  };

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    answer(request).then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(400).end(),
    );
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    NETLIFY_API_URL: url,
    NETLIFY_BUILD_HOOK: `${url}/build_hooks/${secret}`,
    NETLIFY_PURGE_API_TOKEN: secret,
    SITE_ID: 'this-machine',
  };
}
