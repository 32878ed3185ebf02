import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';

interface Tasks {
  /** Builds the pages now, or once more after the running build. */
  build(): void;
  /** Purges the answers with one of the tags; all answers when there are none. */
  purge(tags: string[] | undefined): void;
}

const purgeOrder = z.object({ cache_tags: z.array(z.string()).optional() });

/**
 * Serves the two calls of Netlify's API that the shop makes, the build hook and the purge, and puts their addresses into the environment.
 * A `NETLIFY_BUILD_HOOK` that is set already stays, also an empty one. Both need a secret: any page in a local browser can reach the port.
 */
export async function startNetlifyApi({ build, purge }: Tasks): Promise<void> {
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
  Object.assign(process.env, {
    NETLIFY_API_URL: url,
    NETLIFY_BUILD_HOOK: process.env.NETLIFY_BUILD_HOOK ?? `${url}/build_hooks/${secret}`,
    NETLIFY_PURGE_API_TOKEN: secret,
    SITE_ID: 'this-machine',
  });
}
