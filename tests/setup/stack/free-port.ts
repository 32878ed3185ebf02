import { createServer, type Server } from 'node:net';

/** Below the ports that systems give to outgoing connections (Linux: from 32768), so that nobody gets one of these by chance. */
const FIRST = 12_000;
const BLOCK = 40;
const BLOCKS = 200;

/** The block of ports that this process hands out from: its first port is listened on as long as the process lives, as the sign that it is taken. */
let block: Promise<{ next: number; end: number }> | undefined;

/**
 * A port of this process alone, as are those after it: a shop keeps its embedded database on the next one.
 * Nobody else who asks here gets it, however late it is used: each process has a block of its own, which the system frees when it ends.
 */
export async function freePort(inARow = 2): Promise<number> {
  for (;;) {
    block ??= takeBlock();
    const mine = await block;
    if (mine.next + inARow > mine.end) {
      block = undefined;
      continue;
    }
    const port = mine.next;
    mine.next += inARow;
    // Other programs do not ask here: what they listen on is left to them.
    if (await areFree(port, inARow)) return port;
  }
}

/** Takes the first block that nobody has. Processes begin to look at different places, so that they seldom meet. @throws Error when all are taken */
async function takeBlock(): Promise<{ next: number; end: number }> {
  for (let tried = 0; tried < BLOCKS; tried++) {
    const start = FIRST + ((process.pid + tried) % BLOCKS) * BLOCK;
    const sign = await listen(start);
    if (!sign) continue;
    sign.unref();
    return { next: start + 1, end: start + BLOCK };
  }
  throw new Error(`Every block of ports from ${FIRST} to ${FIRST + BLOCKS * BLOCK} is taken`);
}

async function areFree(port: number, inARow: number): Promise<boolean> {
  const servers = await Promise.all(Array.from({ length: inARow }, (_, place) => listen(port + place)));
  await Promise.all(servers.map((server) => server && new Promise((closed) => server.close(closed))));
  return servers.every(Boolean);
}

/** Listens on a port of this machine. Gives nothing when it is taken. */
function listen(port: number): Promise<Server | null> {
  const server = createServer();
  return new Promise((settled) => {
    server.once('error', () => settled(null));
    server.listen(port, '127.0.0.1', () => settled(server));
  });
}
