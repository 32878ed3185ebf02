import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { UserError } from './user-error.ts';

/**
 * Reserves a data folder for this process: two databases on one folder would destroy it.
 * The lock is a socket that the process listens on, so it ends with the process, even when that is killed.
 * @throws UserError when another process holds the folder
 */
export async function acquireDataLock(folder: string): Promise<{ release(): void }> {
  const address = lockAddress(folder);
  if (await isListening(address)) {
    throw new UserError(
      `The shop is already running on the data folder ${folder}. Stop it first, or choose another folder with SHOP_DATA.`,
    );
  }
  await rm(address, { force: true });
  const server = await listen(address);
  server.unref();
  return { release: () => server.close() };
}

/** How long the database of a killed shop may take to end. */
const RELEASE_TIMEOUT_MS = 20_000;

/** Waits until no process holds a folder, or for the timeout: `acquireDataLock` then reports who holds it. */
export async function waitForRelease(folder: string): Promise<void> {
  const until = performance.now() + RELEASE_TIMEOUT_MS;
  while (performance.now() < until && (await isListening(lockAddress(folder)))) await setTimeout(50);
}

/** @throws UserError when another process listens on the port */
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

function lockAddress(folder: string): string {
  const name = `shop-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

function isListening(address: string): Promise<boolean> {
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
