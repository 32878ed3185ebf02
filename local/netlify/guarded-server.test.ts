import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { closeNow, listen } from '#local/loopback.ts';
import { guardedServer } from './guarded-server.ts';

const QUICK = { headersTimeoutMs: 100, requestTimeoutMs: 200, maxConnections: 20, maxConnectionsPerNetwork: 10 };

let server: Server;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await closeNow(server);
});

/** A server that reads whole requests and answers with their length. */
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

/** Sends the beginning of a request and never the rest. Returns the answer until the connection is closed. */
async function sendSlowly(port: number, beginning: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.write(beginning);
  let answer = '';
  socket.on('data', (more) => {
    answer += more;
  });
  // What is sent so late that the connection is closed by then is answered by a reset, after the answer.
  socket.on('error', () => undefined);
  return new Promise((resolve) => socket.once('close', () => resolve(answer)));
}

test.each([
  ['headers', 'GET / HTTP/1.1\r\nHost: shop.test\r\nX-Slow'],
  ['a body', 'POST /api/orders HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 1000\r\n\r\n{"customerName'],
])('%s that never end are answered 408, and the connection is closed', async (_, beginning) => {
  const { port } = await serve();
  expect(await sendSlowly(port, beginning)).toMatch(/^HTTP\/1\.1 408 /);
});

test('when slow connections fill the limit of a network, open connections are served and the next one is closed', async () => {
  const { url, port } = await serve({ ...QUICK, headersTimeoutMs: 60_000, requestTimeoutMs: 60_000 });
  const open = connect(port, '127.0.0.1');
  sockets.push(open);
  await once(open, 'connect');
  for (let slow = 1; slow < QUICK.maxConnectionsPerNetwork; slow += 1) {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.write('GET / HTTP/1.1\r\nX-Slow');
    await once(socket, 'connect');
  }
  await expect(fetch(url)).rejects.toThrow();
  open.write('POST / HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello');
  expect(await text(open)).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*5/);
});

test('a closed connection makes room for another one', async () => {
  const { url } = await serve({ ...QUICK, headersTimeoutMs: 60_000, requestTimeoutMs: 60_000, maxConnectionsPerNetwork: 1 });
  for (let call = 0; call < 3; call += 1) {
    const ended = new Promise((resolve) => server.once('connection', (socket) => socket.once('close', resolve)));
    const answer = await fetch(url, { method: 'POST', body: 'hello', headers: { Connection: 'close' } });
    expect(await answer.text()).toBe('5');
    await ended;
  }
});
