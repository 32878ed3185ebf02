import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { UserError } from './user-error.ts';

/**
 * Takes a data folder for this process. Two databases on one folder would destroy it.
 * The lock is a socket that the process listens on: it ends with the process, however that ends.
 * @throws UserError when another process has the folder
 */
export async function acquireDataLock(folder: string): Promise<{ release(): void }> {
  const address = addressOf(folder);
  if (await somebodyListens(address)) {
    throw new UserError(
      `The shop is already running on the data folder ${folder}. Stop it first, or choose another folder with SHOP_DATA.`,
    );
  }
  await rm(address, { force: true });
  const server = await listen(address);
  server.unref();
  return { release: () => server.close() };
}

/** How long a database whose shop was killed may take to end. */
const LEAVING_MS = 20_000;

/** Waits until nobody has a folder any more, as far as it is bearable. Whoever takes it then is told what is in the way. */
export async function waitUntilLeft(folder: string): Promise<void> {
  const until = performance.now() + LEAVING_MS;
  while (performance.now() < until && (await somebodyListens(addressOf(folder)))) await setTimeout(50);
}

/** @throws UserError when somebody else listens on the port */
export async function requireFreePort(port: number, what: string): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `Port ${port} is taken, but ${what} needs it. Choose another one with PORT.`;
      reject(error.code === 'EADDRINUSE' || error.code === 'EACCES' ? new UserError(taken) : error);
    });
    probe.listen(port, () => probe.close(() => resolve()));
  });
}

function addressOf(folder: string): string {
  const name = `shop-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

function somebodyListens(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function listen(address: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(address, () => resolve(server));
  });
}
