import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { closeNow, listen } from '#tests/setup/loopback.ts';
import { guardedServer } from './guarded-server.ts';

const QUICK = { headersMs: 100, requestMs: 200, connections: 20, connectionsOfOne: 10 };

let server: Server;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await closeNow(server);
});

/** A server that reads whole requests and says how long they were. */
async function serve(limits = QUICK): Promise<{ url: string; port: number }> {
  server = guardedServer((request, response) => {
    text(request).then(
      (body) => response.end(`${body.length}`),
      () => response.destroy(),
    );
  }, limits);
  const url = await listen(server);
  return { url, port: Number(new URL(url).port) };
}

/** Sends the beginning of a request, and never the rest. Gives what it is answered with until it is cut off. */
async function dawdle(port: number, beginning: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.write(beginning);
  return text(socket);
}

test.each([
  ['headers', 'GET / HTTP/1.1\r\nHost: shop.test\r\nX-Slow'],
  ['a body', 'POST /api/orders HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 1000\r\n\r\n{"customerName'],
])('%s that never end are answered 408, and the connection is closed', async (_, beginning) => {
  const { port } = await serve();
  expect(await dawdle(port, beginning)).toMatch(/^HTTP\/1\.1 408 /);
});

test('while slow ones hold what one address may hold, those who have a connection are served, and the next one is closed', async () => {
  const { url, port } = await serve({ ...QUICK, headersMs: 60_000, requestMs: 60_000 });
  const kept = connect(port, '127.0.0.1');
  sockets.push(kept);
  await once(kept, 'connect');
  for (let slow = 1; slow < QUICK.connectionsOfOne; slow += 1) {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.write('GET / HTTP/1.1\r\nX-Slow');
    await once(socket, 'connect');
  }
  await expect(fetch(url)).rejects.toThrow();
  kept.write('POST / HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello');
  expect(await text(kept)).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*5/);
});

test('a connection that ends makes room for another one', async () => {
  const { url } = await serve({ ...QUICK, connectionsOfOne: 1 });
  for (let call = 0; call < 3; call += 1) {
    const ended = new Promise((resolve) => server.once('connection', (socket) => socket.once('close', resolve)));
    const answer = await fetch(url, { method: 'POST', body: 'hello', headers: { Connection: 'close' } });
    expect(await answer.text()).toBe('5');
    await ended;
  }
});
