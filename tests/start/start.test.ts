import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_LOGINS, type DemoLogins } from '#domain/staff/demo-logins.ts';
import { startEmbeddedSupabase } from '#local/supabase/embedded.ts';
import { newSupabaseKeys } from '#local/supabase/keys.ts';
import { orderFor, PENDANT } from '#tests/setup/samples/products.ts';
import { freePort } from '#tests/setup/stack/free-port.ts';
import { type ShopProcess, startShop } from './shop-process.ts';

let data: string;
let port: number;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'shop-start-'));
  port = await freePort();
});
afterAll(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  await rm(data, { recursive: true, force: true });
});

const started: ShopProcess[] = [];

function start(environment: Record<string, string> = {}): ShopProcess {
  const shop = startShop({ PORT: String(port), SHOP_DATA: data, ...environment });
  started.push(shop);
  return shop;
}

const access = async () => JSON.parse(await readFile(join(data, 'access.json'), 'utf8'));

const placeOrder = async (key: string) => {
  const response = await fetch(`http://localhost:${port}/api/orders`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(
      orderFor([{ productId: PENDANT.id, quantity: 1 }], PENDANT.price + 200, { customerAddress: `House ${key}` }),
    ),
  });
  return (await response.json()).data.orderNumber as string;
};

const orderNumbers = async (): Promise<string[]> => {
  const { supabaseUrl, secretKey } = await access();
  const rows = await (
    await fetch(`${supabaseUrl}/rest/v1/orders?select=order_number`, { headers: { apikey: secretKey } })
  ).json();
  return rows.map((row: { order_number: string }) => row.order_number);
};

/** The steps that a start has printed with their seconds, in order. */
const stepsOf = (shop: ShopProcess) => [...shop.printed().matchAll(/^(\w.*) … (?:.*, )?\d+\.\d s$/gm)].map(([, title]) => title);

/** Resolves once a shop has printed something. */
async function said(shop: ShopProcess, text: string): Promise<void> {
  while (!shop.printed().includes(text)) await once(shop.child.stdout as Readable, 'data');
}

/** Resolves once nobody listens on a port any more. */
async function closed(listened: number): Promise<void> {
  for (;;) {
    const answers = await fetch(`http://127.0.0.1:${listened}/`).then(
      () => true,
      () => false,
    );
    if (!answers) return;
  }
}

test('every acknowledged order survives a power cut, a second start is refused, and the next start shows what was written', async () => {
  const shop = start();
  await shop.ready();
  expect(stepsOf(shop)).toEqual([
    'Starting the database and applying migrations',
    'Adding the demo catalogue',
    'Preparing the staff login',
    'Bundling scripts and styles',
    'Building the pages',
    'Opening the shop',
  ]);
  expect(shop.printed()).toMatch(/Building the pages … [1-9]\d* pages, \d/);
  const acknowledged = await Promise.all(Array.from({ length: 20 }, (_, n) => placeOrder(`before-the-cut-${n}`)));
  expect(acknowledged.every(Boolean)).toBe(true);

  const second = start({ PORT: String(await freePort()) });
  expect(await second.ended).toBe(1);
  expect(second.printed().trim()).toMatch(/^The shop is already running on the data folder .*\.$/);

  const attack = `</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>`;
  const review = await fetch(`http://localhost:${port}/api/products/${PENDANT.id}/reviews`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ userName: '<b>Eve</b>', rating: 1, comment: attack }),
  });
  expect(review.status).toBe(201);

  shop.child.kill('SIGKILL');
  await shop.ended;
  // The database has lost its parent and must not stay behind.
  await closed(port + 1);

  const again = start();
  await again.ready();
  expect(stepsOf(again)).toEqual(['Starting the database and applying migrations', 'Opening the shop']);
  expect(await orderNumbers()).toEqual(expect.arrayContaining(acknowledged));
  // The shop opens with the pages it has, and they are built anew, with what was written meanwhile as text and nothing else.
  const page = async () => (await fetch(`http://localhost:${port}/product/${PENDANT.id}`)).text();
  await expect.poll(page, { timeout: 100_000, interval: 200 }).toContain('&lt;b&gt;Eve&lt;/b&gt;');
  expect(await page()).not.toMatch(/<script>window\.hacked|<img src=x|<b>Eve/);
  again.child.kill('SIGINT');
  expect(await again.ended).toBe(0);
  await closed(port + 1);
});

test('a port in use is reported in one sentence', async () => {
  const squatter = createServer().listen(0);
  await once(squatter, 'listening');
  const address = squatter.address();
  const taken = typeof address === 'object' ? String(address?.port) : '';
  const shop = start({ PORT: taken, SHOP_DATA: join(data, 'other') });
  expect(await shop.ended).toBe(1);
  expect(shop.printed().trim()).toBe(`Port ${taken} is taken, but the shop needs it. Choose another one with PORT.`);
  squatter.close();
});

test('an unreachable hosted project is reported in one sentence', async () => {
  const nobody = `http://127.0.0.1:${await freePort()}`;
  const shop = start({
    SUPABASE_URL: nobody,
    SUPABASE_PUBLISHABLE_KEY: 'x',
    SUPABASE_SECRET_KEY: 'y',
    SHOP_DATA: join(data, 'hosted'),
    PORT: String(await freePort()),
  });
  expect(await shop.ended).toBe(1);
  expect(shop.printed().trim()).toBe(
    `The Supabase project at ${nobody} cannot be reached. Is SUPABASE_URL right, and the project awake?`,
  );
});

test('a new shop opens with its pages before its history is written; Ctrl-C then leaves all of it to the next start, for which whatever asks the database waits', async () => {
  const own = { PORT: String(await freePort()), SHOP_DATA: join(data, 'new'), SHOP_DEMO_HISTORY: 'on' };
  const page = async (id: string) => {
    const response = await fetch(`http://localhost:${own.PORT}/product/${id}`);
    return { status: response.status, reviews: Number(/\((\d+) reviews?\)/.exec(await response.text())?.[1]) };
  };
  const first = start(own);
  await first.ready();
  expect((await page(PENDANT.id)).status).toBe(200);
  first.child.kill('SIGINT');
  expect(await first.ended).toBe(0);
  expect(first.printed()).not.toMatch(/history … \d|error/i);

  const shop = start(own);
  await shop.ready();
  const order = await fetch(`http://localhost:${own.PORT}/api/orders`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'in-the-first-second' },
    body: JSON.stringify(orderFor([{ productId: PENDANT.id, quantity: 1 }], PENDANT.price + 200)),
  });
  expect(order.status).toBe(201);
  const { supabaseUrl, secretKey } = JSON.parse(await readFile(join(own.SHOP_DATA, 'access.json'), 'utf8'));
  const read = async (path: string) => (await fetch(`${supabaseUrl}/rest/v1/${path}`, { headers: { apikey: secretKey } })).json();
  const newest = await read('orders?select=order_number,created_at&order=created_at.desc,order_number.desc');
  // All of the history, once.
  expect(newest.length).toBeGreaterThan(145);
  expect(newest.length).toBeLessThan(155);
  expect(newest[0].order_number).toBe((await order.json()).data.orderNumber);

  // Everybody who works there may sign in, as the login page has it.
  const shopUrl = `http://localhost:${own.PORT}`;
  const logins: DemoLogins = await (await fetch(shopUrl + DEMO_LOGINS)).json();
  expect(logins.map(({ role }) => role)).toEqual(['Owner', 'Manager', 'Desk', 'Packer', 'Accounts']);
  for (const { username, role } of logins) {
    const { password, code } = await (await fetch(`${shopUrl}${DEMO_LOGINS}/${username}`, { method: 'POST' })).json();
    const signedIn = await fetch(`${shopUrl}/api/auth/admin/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username, password, ...(code && { code }) }),
    });
    expect((await signedIn.json()).data, role).toMatchObject({ role, mustEnroll: false });
  }
  expect((await stat(join(own.SHOP_DATA, 'team.json'))).mode & 0o777).toBe(0o600);

  // Which products are reviewed depends on the day that the history is told on.
  const [newestReview] = await read('reviews?select=product_id,created_at&is_published=eq.true&order=created_at.desc&limit=1');
  expect(Date.parse(newestReview.created_at)).toBeGreaterThan(Date.now() - 56 * 86_400_000);
  const reviews = await read(`reviews?select=id&is_published=eq.true&product_id=eq.${newestReview.product_id}`);
  for (let shown = 0; shown !== reviews.length; ) ({ reviews: shown } = await page(newestReview.product_id));
  expect(stepsOf(shop).at(-1)).toBe('Writing eight weeks of demo history');
  shop.child.kill('SIGINT');
  expect(await shop.ended).toBe(0);
});

test.each(['Adding the demo catalogue', 'Building the pages'])(
  'Ctrl-C while it says “%s” ends the shop without a complaint',
  async (moment) => {
    const own = { PORT: String(await freePort()), SHOP_DATA: join(data, moment) };
    const shop = start(own);
    await said(shop, moment);
    shop.child.kill('SIGINT');
    expect(await shop.ended).toBe(0);
    expect(shop.printed()).not.toMatch(/error|failed|stopped|started again/i);
    await closed(Number(own.PORT) + 1);
  },
);

test('a hosted project without its keys is reported in one sentence', async () => {
  const shop = start({ SUPABASE_URL: 'http://127.0.0.1:9', SHOP_DATA: join(data, 'hosted'), PORT: String(await freePort()) });
  expect(await shop.ended).toBe(1);
  expect(shop.printed().trim().split('\n')).toHaveLength(1);
});

test('an invalid port is reported in one sentence', async () => {
  const shop = start({ PORT: 'eighty' });
  expect(await shop.ended).toBe(1);
  expect(shop.printed().trim()).toBe('PORT must be a number from 1 to 65534, not "eighty".');
});

test('a broken migration is named, rolled back, and can be repaired; the shop of another checkout refuses what these made', async () => {
  const migrations = await mkdtemp(join(data, 'migrations-'));
  const home = join(data, 'broken');
  await mkdir(home);
  await writeFile(join(migrations, '20260101000100_fine.sql'), 'create table public.fine (id integer);');
  await writeFile(
    join(migrations, '20260101000200_broken.sql'),
    'create table public.half (id integer); create table public.half (id integer);',
  );
  const options = { ...newSupabaseKeys(), home, database: join(home, 'postgres'), migrations };
  await expect(startEmbeddedSupabase({ ...options, port: await freePort() })).rejects.toThrow(
    'the migration 20260101000200_broken.sql failed, and nothing of it was kept',
  );

  await writeFile(join(migrations, '20260101000200_broken.sql'), 'create table public.half (id integer);');
  const mended = await startEmbeddedSupabase({ ...options, port: await freePort() });
  expect(await mended.sql('select count(*)::int as n from public.half')).toEqual([{ n: 0 }]);
  await mended.stop();
  // It goes by the migrations of its own checkout.
  const { migrations: _, ...shops } = options;
  await expect(startEmbeddedSupabase({ ...shops, port: await freePort() })).rejects.toThrow('(migration 20260101000100)');
});
