import { createServer, type Server } from 'node:net';

/** A port that was free a moment ago, as was the one after it: a shop keeps its embedded database there. */
export async function freePort(): Promise<number> {
  for (;;) {
    const first = await listen(0);
    const port = first && portOf(first);
    const second = port && (await listen(port + 1));
    await Promise.all([first, second].map((server) => server && new Promise((closed) => server.close(closed))));
    if (port && second) return port;
  }
}

/** Listens on a port of this machine, 0 for any. Gives nothing when it is taken. */
function listen(port: number): Promise<Server | null> {
  const server = createServer();
  return new Promise((settled) => {
    server.once('error', () => settled(null));
    server.listen(port, '127.0.0.1', () => settled(server));
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port could be had');
  return address.port;
}
