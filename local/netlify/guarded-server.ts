import { createServer, type RequestListener, type Server } from 'node:http';
import { networkOf } from '#server/network.ts';

interface Limits {
  headersTimeoutMs: number;
  /** The time to receive a whole request; the longest is a photo over a slow connection. Answers may take longer. */
  requestTimeoutMs: number;
  maxConnections: number;
  /** Browsers open six. */
  maxConnectionsPerNetwork: number;
}

const LIMITS: Limits = {
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 120_000,
  maxConnections: 2_000,
  maxConnectionsPerNetwork: 500,
};

/**
 * A server that slow clients cannot block: headers or bodies that trickle are answered 408 and closed, and one network gets only a part
 * of the connections. In production Netlify does this in front of the functions.
 */
export function guardedServer(listener: RequestListener, limits = LIMITS): Server {
  const { headersTimeoutMs, requestTimeoutMs, maxConnections, maxConnectionsPerNetwork } = limits;
  const timeouts = {
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(1_000, headersTimeoutMs),
  };
  const server = createServer(timeouts, listener);
  server.maxConnections = maxConnections;

  const connections = new Map<string, number>();
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const count = (connections.get(network) ?? 0) + 1;
    if (count > maxConnectionsPerNetwork) {
      socket.destroy();
      return;
    }
    connections.set(network, count);
    socket.once('close', () => {
      const left = (connections.get(network) ?? 1) - 1;
      if (left === 0) connections.delete(network);
      else connections.set(network, left);
    });
  });
  return server;
}
