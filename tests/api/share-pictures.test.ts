import { createServer } from 'node:http';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { RING } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

/** The image CDN, and what it was asked for. */
const asked: string[] = [];
let photo: Buffer | null = await sharp({ create: { width: 630, height: 630, channels: 3, background: '#00ff00' } })
  .jpeg()
  .toBuffer();
const cdn = createServer(({ url = '' }, response) => {
  asked.push(url);
  if (photo) response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(photo);
  else response.writeHead(502).end();
});
await new Promise<void>((ready) => cdn.listen(0, '127.0.0.1', ready));
afterAll(() => cdn.close());
const address = cdn.address();
process.env.URL = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;

const shop = await staffedShop();
const ask = (path: string, method = 'GET') => shop.ask(new Request(new URL(path, 'http://shop.test'), { method }));
const pathNow = async (id = RING.id) => (await ask(`/share/${id}/x.jpg`)).headers.get('location') ?? '';

test('is drawn with the photo, and kept for a year whatever is deployed meanwhile', async () => {
  const answer = await ask(await pathNow());
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=31536000, immutable',
    'netlify-cdn-cache-control': 'public, durable, s-maxage=31536000',
    'netlify-cache-id': 'share-pictures',
  });
  const picture = Buffer.from(await answer.arrayBuffer());
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  const left = await sharp(picture).extract({ left: 0, top: 0, width: 600, height: 630 }).png().toBuffer();
  const { dominant } = await sharp(left).stats();
  expect(dominant.g).toBeGreaterThan(dominant.r + 200);
  expect(asked.at(-1)).toMatch(/^\/\.netlify\/images\?url=%2Fmedia%2F.+&w=630&h=630/);
});

test('has another address once the price changes; old and invented ones lead there without drawing', async () => {
  const before = await pathNow();
  await shop.staff('PUT', `/api/products/${RING.id}`, { price: 1234 });
  const drawn = asked.length;
  // Settings and prices are what they are now: the path is asked for again.
  const after = await pathNow();
  expect(after).not.toBe(before);
  for (const path of [before, `/share/${RING.id}/AAAAAAAAAAAAAAAA.jpg`, `${after}?again=1`]) {
    const answer = await ask(path);
    expect([answer.status, answer.headers.get('location'), answer.headers.get('cache-control')], path).toEqual([
      302,
      after,
      'no-store',
    ]);
  }
  expect(asked.length).toBe(drawn);
});

test('is drawn without the photo where that cannot be had, and then not kept', async () => {
  const path = await pathNow();
  photo = null;
  const answer = await ask(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('netlify-cdn-cache-control')).toBeNull();
});

test('is not there for what is no product, and for nothing but reading', async () => {
  for (const id of ['f'.repeat(24), 'nonsense', '%00', "'--"]) expect((await ask(`/share/${id}/x.jpg`)).status, id).toBe(404);
  expect((await ask(await pathNow(), 'POST')).status).toBe(405);
  const head = await ask(await pathNow(), 'HEAD');
  expect([head.status, head.headers.get('content-type'), (await head.arrayBuffer()).byteLength]).toEqual([200, 'image/jpeg', 0]);
});
