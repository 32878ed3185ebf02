import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#tests/setup/stack/free-port.ts';
import { createCdnCache } from './cdn-cache.ts';
import { type Host, startHost } from './host.ts';

let host: Host;
let port: number;
let folder: string;

beforeAll(async () => {
  port = await freePort();
  folder = await mkdtemp(join(tmpdir(), 'shop-pages-'));
  await writeFile(join(folder, 'index.html'), 'Naqsh');
  const functions = {
    answer: async () => undefined,
    answerMissing: async () => undefined,
    waitFor: () => {},
    scheduled: [],
    deploySucceeded: async () => {},
    idle: async () => {},
  };
  host = await startHost({
    port,
    storageUrl: 'http://127.0.0.1:1',
    pages: () => ({ folder, before: undefined }) as never,
    cache: createCdnCache(),
    functions,
  });
});
afterAll(async () => {
  await host.close();
  await rm(folder, { recursive: true });
});

/** The status that a request gets, sent as these bytes. */
async function statusOf(path: string, hostHeader: string): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostHeader}\r\nConnection: close\r\n\r\n`);
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  await once(socket, 'close');
  return Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1]);
}

test.each([
  ['/', 'localhost', 200],
  ['/', '[::1]:8888', 200],
  ['/', 'my_shop.test:80', 200],
  ['/nothing', 'localhost', 302],
  ['/\\evil', 'localhost', 400],
  ['/\\evil.example/x', 'localhost', 400],
  ['//evil.example/', 'localhost', 404],
  // Browsers leave it as it is behind the `?`.
  ['/?q=\\', 'localhost', 200],
  ['/%5Cevil', 'localhost', 302],
  ['/', 'a b', 400],
  ['/', 'evil.example/path', 400],
  ['/', 'a@b', 400],
  ['/', 'shop:99999', 400],
  ['/', '', 400],
])('%s of the host “%s” is answered %i', async (path, hostHeader, status) => {
  expect(await statusOf(path, hostHeader)).toBe(status);
});
