import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { closeNow, listen } from '#local/loopback.ts';
import { askPdf, type CourierHost } from '#server/couriers/courier-fetch.ts';

/** A host that gives too much, or sends elsewhere. */
const asked: string[] = [];
const server = createServer(async ({ url = '' }, response) => {
  asked.push(url);
  if (url === '/elsewhere') {
    response.writeHead(302, { Location: '/label' }).end();
    return;
  }
  response.writeHead(200, { 'Content-Type': 'application/pdf' }).write('%PDF-1.4\n');
  while (url === '/endless' && !response.destroyed) if (!response.write(' '.repeat(1_000_000))) await once(response, 'drain');
  response.end();
});
const url = await listen(server);
afterAll(() => closeNow(server));

const host: CourierHost = {
  courier: 'Leopards',
  url: `${url}/api`,
  otherHosts: ['merchantapi.leopardscourier.com'],
  pace: async () => {},
  deadlineMs: 5_000,
};
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test.each([
  'https://evil.example/label',
  'http://merchantapi.leopardscourier.com/label',
  'https://merchantapi.leopardscourier.com:8443/label',
  'https://merchantapi.leopardscourier.com.evil.example/label',
  'https://merchantapi.leopardscourier.com@evil.example/label',
  'http://169.254.169.254/latest/meta-data',
])('a label at %s is not opened', async (address) => {
  asked.length = 0;
  await expect(askPdf(host, address)).rejects.toMatchObject({
    kind: 'refused',
    message: 'Leopards named an address that is not its own',
  });
  expect(asked).toEqual([]);
});

test('a label on the courier’s own host is opened, but not where that host sends to, and not without an end', async () => {
  expect(textOf(await askPdf(host, `${url}/label`))).toBe('%PDF-1.4\n');
  asked.length = 0;
  await expect(askPdf(host, `${url}/elsewhere`)).rejects.toMatchObject({ kind: 'unreachable' });
  expect(asked).toEqual(['/elsewhere']);
  await expect(askPdf(host, `${url}/endless`)).rejects.toMatchObject({ message: 'Leopards answered more than anybody reads' });
});
