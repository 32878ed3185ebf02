import type { Server } from 'node:http';

/** Lets a server listen where only this machine reaches it. Returns its address. */
export async function listen(server: Server, port = 0): Promise<string> {
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return `http://127.0.0.1:${address.port}`;
}

/** Ends a server with whatever it is in the middle of. */
export async function closeNow(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
