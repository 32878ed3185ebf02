import { createServer, type Server } from 'node:net';

/** A port that was free a moment ago, as were those after it: a shop keeps its embedded database on the next one. */
export async function freePort(inARow = 2): Promise<number> {
  for (;;) {
    const servers = [await listen(0)];
    const port = servers[0] ? portOf(servers[0]) : 0;
    while (servers.length < inARow && servers.at(-1)) servers.push(await listen(port + servers.length));
    await Promise.all(servers.map((server) => server && new Promise((closed) => server.close(closed))));
    if (servers.every(Boolean)) return port;
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
