import { createServer, type RequestListener, type Server } from 'node:http';

interface Limits {
  /** How long the headers of a request may take. */
  headersMs: number;
  /** How long a whole request may take to come, a photo over a slow line being the longest. Answers are not meant. */
  requestMs: number;
  /** Connections at once, from everywhere and from one address. Browsers open six. */
  connections: number;
  connectionsOfOne: number;
}

const LIMITS: Limits = { headersMs: 15_000, requestMs: 120_000, connections: 2_000, connectionsOfOne: 500 };

/**
 * A server that nobody keeps busy by being slow: headers or bodies that trickle are answered 408 and cut off, and one address can take only a part
 * of the connections. Netlify does so in production, in front of the functions.
 */
export function guardedServer(listener: RequestListener, limits = LIMITS): Server {
  const { headersMs, requestMs, connections, connectionsOfOne } = limits;
  const looks = { headersTimeout: headersMs, requestTimeout: requestMs, connectionsCheckingInterval: Math.min(1_000, headersMs) };
  const server = createServer(looks, listener);
  server.maxConnections = connections;

  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (open.get(address) ?? 0) + 1;
    if (count > connectionsOfOne) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  });
  return server;
}
