import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ROOT } from '#local/settings.ts';
import { type NetlifyReceiver, startNetlifyReceiver } from '#tests/setup/doubles/netlify-receiver.ts';
import { orderFor, PENDANT } from '#tests/setup/samples/products.ts';
import { STAFF } from '#tests/setup/samples/staff.ts';
import { type Lambda, startLambda } from '#tests/setup/stack/lambda.ts';
import { functionAt } from '#tests/setup/stack/netlify-routes.ts';

const { functions, unpacked, environment } = inject('netlify');

/** Where mails become files. */
const MAILS = join(unpacked, '../mail');

let netlify: NetlifyReceiver;
const running = new Map<string, Promise<Lambda>>();
beforeAll(async () => {
  netlify = await startNetlifyReceiver();
});
afterAll(async () => {
  for (const lambda of running.values()) await (await lambda).stop();
  await netlify.stop();
});

function start(name: string): Promise<Lambda> {
  // Nobody is written to, and the token of a purge comes with each request.
  const { RESEND_API_KEY: _, ...shop } = environment;
  const { NETLIFY_PURGE_API_TOKEN: __, ...receiver } = netlify.environment;
  return startLambda(join(unpacked, name), { ...shop, ...receiver, MAIL_FOLDER: MAILS, SHOP_LOG: 'errors' });
}

/** The function of this name where it runs, started by its first request. */
function lambdaOf(name: string): Promise<Lambda> {
  const started = running.get(name) ?? start(name);
  running.set(name, started);
  return started;
}

interface Sent {
  body?: unknown;
  token?: string;
  /** Names this attempt, so that it counts once. */
  key?: string;
}

/** Sends a request to the function that Netlify's routes give it to. */
async function send(method: string, path: string, { body, token, key }: Sent = {}): Promise<Response> {
  const isForm = body instanceof FormData;
  const request = new Request(`https://shop.test${path}`, {
    method,
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'Idempotency-Key': key } : {}),
      ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  });
  const { name } = functionAt(functions, request) ?? {};
  if (!name) throw new Error(`No function has ${path}`);
  return (await lambdaOf(name)).ask(request);
}

async function call(method: string, path: string, sent?: Sent) {
  const answer = await send(method, path, sent);
  return { status: answer.status, headers: answer.headers, json: await answer.json() };
}

async function signIn(): Promise<string> {
  const { json } = await call('POST', '/api/auth/admin/login', { body: STAFF });
  return json.data.token;
}

test('the health check answers', async () => {
  const { status, json } = await call('GET', '/api/health');
  expect([status, json.success]).toEqual([200, true]);
});

test('products are listed with CDN cache headers', async () => {
  const { status, headers, json } = await call('GET', '/api/products?category=rings&limit=2');
  expect([status, json.data.length]).toEqual([200, 2]);
  expect(headers.get('netlify-cache-tag')).toBe('products');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('an order sent several times is placed once, confirmed by mail after the answer, and visible to staff', async () => {
  const order = orderFor([{ productId: PENDANT.id, quantity: 1 }], PENDANT.price + 200);
  const place = () => call('POST', '/api/orders', { body: order, key: 'one-and-the-same-attempt' });
  const placed = await place();
  expect(placed.status, JSON.stringify(placed.json)).toBe(201);
  const { orderNumber } = placed.json.data;
  expect((await place()).json.data.orderNumber).toBe(orderNumber);
  expect(await readdir(MAILS)).not.toEqual([]);
  const refused = await call('GET', `/api/orders?search=${orderNumber}`);
  expect(refused.status).toBe(401);
  const { status, json } = await call('GET', `/api/orders?search=${orderNumber}`, { token: await signIn() });
  expect([status, json.data.length, json.data[0].customerName]).toEqual([200, 1, order.customerName]);
});

test('a change by staff purges the CDN and requests new pages', async () => {
  const token = await signIn();
  const { status } = await call('PUT', `/api/products/${PENDANT.id}`, { token, body: { price: PENDANT.price + 10 } });
  expect(status).toBe(200);
  expect(netlify.purged).toContain(`product-${PENDANT.id}`);
  expect(netlify.hooked).toBeGreaterThan(0);
});

test('a photo uploaded by staff is re-encoded and public', async () => {
  const photo = await readFile(join(ROOT, 'public/media/products/pave-eternity-band.webp'));
  const body = new FormData();
  body.append('file', new Blob([photo]), 'band.webp');
  const { status, json } = await call('POST', '/api/upload', { token: await signIn(), body });
  expect(status, JSON.stringify(json)).toBe(201);
  const shown = await fetch(json.data.secure_url);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
});

test('the API describes itself without the image library', async () => {
  const { status, json } = await call('GET', '/api/openapi.json');
  expect(status).toBe(200);
  expect(Object.keys(json.paths)).toContain('/api/upload');
});

test('a form without script is answered with a page', async () => {
  const answer = await send('POST', '/forms/login');
  expect(answer.headers.get('content-type')).toContain('text/html');
});

test('the picture for a shared link is drawn with our own fonts', async () => {
  const { json } = await call('GET', '/api/products?limit=1');
  const asked = await send('GET', `/share/${json.data[0].id}/x.jpg`);
  expect(asked.status).toBe(302);
  const picture = await send('GET', asked.headers.get('location') ?? '');
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).toMatchObject({ width: 1200, height: 630 });
});

test('every function with a schedule does its work', async () => {
  const scheduled = functions.filter(({ schedule }) => schedule);
  for (const { name } of scheduled) {
    const request = new Request(`https://shop.test/.netlify/functions/${name}`, {
      method: 'POST',
      body: JSON.stringify({ next_run: '2026-11-22T00:00:00.000Z' }),
    });
    expect((await (await lambdaOf(name)).ask(request)).status, name).toBe(204);
  }
});

test('the deploy event function answers no other request', async () => {
  const lambda = await lambdaOf('deploys');
  const tell = async (event: string, body: unknown) => {
    const headers = { 'x-netlify-event': event };
    const address = 'https://shop.test/.netlify/functions/deploys';
    const answer = await lambda.ask(new Request(address, { method: 'POST', headers, body: JSON.stringify(body) }));
    return answer.status;
  };
  const statuses = [await tell('', {}), await tell('deploy_failed', { payload: {} }), await tell('deploy_succeeded', {})];
  expect(statuses).toEqual([404, 404, 400]);
  const deploy = { id: 'a-deploy', state: 'ready', created_at: '2026-11-21T12:00:00Z' };
  expect(await tell('deploy_succeeded', { payload: deploy, site: {} })).toBe(200);
});

test('every function loads, and refuses requests that are not its own', async () => {
  // Without a router: the first leads back to the page that a form stands on, the second has one answer.
  const others: Record<string, number> = { forms: 303, openapi: 200 };
  for (const { name } of functions) {
    const lambda = await start(name);
    const { status } = await lambda.ask(new Request(`https://shop.test/.netlify/functions/${name}`));
    await lambda.stop();
    expect(status, name).toBe(others[name] ?? 404);
  }
});
