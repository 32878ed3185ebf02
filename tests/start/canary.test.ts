import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '#local/settings.ts';
import { MARK, markerSearch } from '#tests/setup/samples/markers.ts';
import { orderFor, PENDANT, RING } from '#tests/setup/samples/products.ts';
import { freePort } from '#tests/setup/stack/free-port.ts';
import { type ShopProcess, startShop } from './shop-process.ts';

/** Orders that the shop takes, each of somebody else. */
const ORDERS = 60;

/** What Pakistanis make of one number. */
const SPELLINGS: ((digits: string) => string)[] = [
  (digits) => `0${digits}`,
  (digits) => `+92 ${digits.slice(0, 3)} ${digits.slice(3)}`,
  (digits) => `0092-${digits.slice(0, 3)}-${digits.slice(3)}`,
  (digits) => `0${digits.slice(0, 3)}/${digits.slice(3)}`,
  (digits) => `92${digits}`,
  (digits) => `(0${digits.slice(0, 3)}) ${digits.slice(3, 6)} ${digits.slice(6)}`,
];

/** Files of the data folder that only the shop's own people read: the database itself, mails that wait, the keys. */
const PRIVATE = /^(supabase\/postgres|postgres|mail|access\.json|keys\.json|.*\.lock)/;

const phones = Array.from({ length: ORDERS }, (_, n) => `3397651${String(n * 4 + 3).padStart(3, '0')}`);
const find = markerSearch(phones);

let data: string;
let shop: ShopProcess;
let access: { url: string; supabaseUrl: string; publishableKey: string; staff: { username: string; password: string } };
let staff: string;
/** A number of an order and its row's id, which others may come to know. */
let known: { orderNumber: string; id: string };

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'shop-canary-'));
  shop = startShop({ PORT: String(await freePort()), SHOP_DATA: data, SHOP_LOG: 'all' });
  await shop.ready();
  access = JSON.parse(await readFile(join(data, 'access.json'), 'utf8'));
  staff = (await call('POST', '/auth/admin/login', { body: access.staff })).data.token;
  await fill();
}, 300_000);
afterAll(async () => {
  shop.child.kill('SIGINT');
  await shop.ended;
  await rm(data, { recursive: true, force: true });
});

interface Sent {
  body?: unknown;
  token?: string | undefined;
}

async function ask(method: string, path: string, { body, token }: Sent = {}): Promise<Response> {
  return fetch(`${access.url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      'Idempotency-Key': randomUUID(),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

const call = async (method: string, path: string, sent?: Sent) => (await ask(method, `/api${path}`, sent)).json();

/** Everything that a shop learns of people: orders and their parcels, messages and answers, accounts, reviews, the newsletter, suppliers, staff. */
async function fill(): Promise<void> {
  await call('POST', '/stock-history/adjust', {
    token: staff,
    body: { productId: PENDANT.id, quantity: 1_000, transactionType: 'adjustment', notes: `Counted by ${MARK}` },
  });
  for (let from = 0; from < ORDERS; from += 20) {
    await Promise.all(phones.slice(from, from + 20).map((digits, n) => placeOrder(digits, from + n)));
  }
  const { data: orders } = await call('GET', '/orders?limit=20', { token: staff });
  known = orders[0];
  await call('PUT', `/orders/${known.id}`, { token: staff, body: { notes: `Ring at ${MARK}’s` } });
  await call('POST', '/shipments', {
    token: staff,
    body: { orderId: known.id, carrier: 'TCS', notes: `Call ${MARK} at ${phones[0]}` },
  });

  const email = (n: number) => `${MARK}.${n}@private.example`;
  for (let n = 0; n < 10; n++) {
    await call('POST', '/contact', {
      body: { firstName: MARK, lastName: 'Khan', email: email(n), subject: `From ${MARK}`, message: `Call me: 0${phones[n]}` },
    });
    await call('POST', '/newsletter', { body: { email: email(n) } });
    const { data: session } = await call('POST', '/auth/signup', {
      body: { email: email(n), password: `${MARK} ${n} secret`, username: MARK },
    });
    // What is no field of a review is not kept with it.
    await call('POST', `/products/${PENDANT.id}/reviews`, {
      token: session.token,
      body: { userName: 'Hina', rating: 5, comment: 'Lovely.', email: email(n), userEmail: email(n) },
    });
    await placeOrder(phones[n] ?? '', n, session.token);
  }
  const { data: messages } = await call('GET', '/messages', { token: staff });
  await call('POST', `/messages/${messages[0].id}/answers`, { token: staff, body: { answer: `Dear ${MARK}, we call you.` } });
  await call('POST', '/purchase-orders', {
    token: staff,
    body: {
      supplierName: `${MARK} Traders`,
      supplierEmail: email(1),
      supplierPhone: `0${phones[1]}`,
      supplierAddress: `${MARK} Bazaar`,
      items: [{ productId: RING.id, quantity: 1, unitCost: 500 }],
    },
  });
  const invitee = { email: email(77), username: `${MARK.toLowerCase()}.77` };
  await call('POST', '/staff/invitations', { token: staff, body: { ...invitee, proof: access.staff.password } });
  // What is refused is logged, too.
  await call('POST', '/orders', { body: order(phones[0] ?? '', 0, { customerEmail: `${MARK} at home` }) });
  await call('POST', '/auth/admin/login', { body: { username: email(3), password: `${MARK} wrong` } });
  await call('POST', '/auth/login', { body: { email: email(3), password: `${MARK} wrong` } });
  await call('POST', '/orders/track', { body: { orderNumber: known.orderNumber, phone: `0${phones[50]}` } });
  await call('GET', `/orders/track?orderNumber=${known.orderNumber}&phone=0${phones[50]}`);
  await call('GET', `/orders?search=${MARK}`, { token: staff });
  await call('GET', `/orders/${MARK}`);
}

function order(digits: string, n: number, changes = {}) {
  return orderFor([{ productId: PENDANT.id, quantity: 1 }], PENDANT.price + 200, {
    customerName: `${MARK} Khan ${n}`,
    customerEmail: `${MARK}.${n}@private.example`,
    customerPhone: SPELLINGS[n % SPELLINGS.length]?.(digits),
    customerAddress: `House ${n}, ${MARK} Street`,
    notes: `Leave it with ${MARK}’s neighbour`,
    ...changes,
  });
}

async function placeOrder(digits: string, n: number, token?: string): Promise<void> {
  const { success, message } = await call('POST', '/orders', { body: { ...order(digits, n), repeat: true }, token });
  if (!success) throw new Error(`Order ${n} was refused: ${message}`);
}

/** Where something of a person was found, and what. */
async function leaks(texts: Record<string, string>): Promise<string[]> {
  const found: string[] = [];
  for (const [where, text] of Object.entries(texts)) {
    found.push(...find(text).map((marker) => `${where}: ${marker}`));
    // Connections that end meanwhile must be noticed.
    await setImmediate();
  }
  return found;
}

async function textOf(response: Response): Promise<string> {
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  return `${headers}\n${Buffer.from(await response.arrayBuffer()).toString('latin1')}`;
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Every operation of the API as `METHOD /path`, with what somebody from outside may put in for its parameters. */
async function addresses(): Promise<[string, string][]> {
  const { paths } = await (await ask('GET', '/api/openapi.json')).json();
  return Object.entries<Record<string, unknown>>(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => ['get', 'post', 'put', 'delete'].includes(method))
      .flatMap((method): [string, string][] =>
        (path.includes('{') ? [known.id, known.orderNumber, PENDANT.id] : ['']).map((value) => [
          method.toUpperCase(),
          path.replace(/\{\w+\}/g, value),
        ]),
      ),
  );
}

test('markers are found in every encoding', async () => {
  const { data: orders } = await call('GET', `/orders?limit=${ORDERS}`, { token: staff });
  expect(orders).toHaveLength(ORDERS);
  expect(orders.filter((order: unknown) => find(JSON.stringify(order)).length < 2)).toEqual([]);
  const [digits = ''] = phones;
  for (const encoded of [
    `x${MARK}y`,
    encodeURIComponent(`${MARK}@private.example`),
    Buffer.from(`{"name":"${MARK}"}`).toString('base64'),
    Buffer.from(`ab${MARK.toLowerCase()}.1@x`).toString('base64url'),
    `+92 ${digits.slice(0, 3)}-${digits.slice(3)}`,
    `%2B92${digits}`,
    [...`0${digits}`].reverse().join(''),
    Buffer.from(`a+92${digits}`).toString('base64'),
  ]) {
    expect(find(encoded), encoded).not.toEqual([]);
  }
  expect(find('Rs. 3,390 on 2026-11-21')).toEqual([]);
});

test('no page, file or script contains personal data, before and after a rebuild', async () => {
  const builtAt = async () => (await (await ask('GET', '/build.json')).json()).builtAt;
  const before = await builtAt();
  await call('PUT', `/products/${RING.id}`, { token: staff, body: { price: 1899 } });
  await expect.poll(builtAt, { timeout: 120_000, interval: 200 }).not.toBe(before);

  const files = (await filesOf(data)).filter((file) => !PRIVATE.test(relative(data, file)));
  const texts = Object.fromEntries(
    await Promise.all(files.map(async (file) => [relative(data, file), await readFile(file, 'latin1')] as const)),
  );
  expect(files.filter((file) => file.endsWith('.html')).length).toBeGreaterThan(30);
  expect(await leaks(texts)).toEqual([]);

  const seen: Record<string, string> = {};
  const waiting = [
    '/',
    '/sitemap-index.xml',
    '/robots.txt',
    '/catalog.json',
    '/build.json',
    '/profile',
    '/checkout',
    '/track',
    '/admin',
    '/metrics',
    '/.data/mail',
  ];
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (path in seen) continue;
    const text = await textOf(await ask('GET', path));
    seen[path] = text;
    const linked = [...text.matchAll(/(?:href|src)="(\/(?!\/)[^"#]*)"|<loc>https?:\/\/[^/]+([^<]*)<\/loc>|"(\/_astro\/[^"]+)"/g)];
    waiting.push(
      ...linked
        .map(([, link, listed, asset]) => (link || listed || asset || '/').replaceAll('&amp;', '&'))
        .filter((link) => !/\.netlify\/images|\.(webp|jpg|png|woff2)$/.test(link)),
    );
  }
  expect(Object.keys(seen).length).toBeGreaterThan(60);
  expect(await leaks(seen)).toEqual([]);
});

test('no public operation returns personal data, not even after staff made the same request', async () => {
  const all = await addresses();
  expect(all.length).toBeGreaterThan(200);
  for (const [method, path] of all) if (method === 'GET') await ask(method, path, { token: staff });
  const { data: session } = await call('POST', '/auth/signup', {
    body: { email: 'stranger@example.com', password: 'a long enough password' },
  });
  const texts: Record<string, string> = {};
  for (const [method, path] of all) {
    const sent = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
    texts[`nobody ${method} ${path}`] = await textOf(await ask(method, path, sent));
    // The second time, whatever may be kept comes from the CDN.
    if (method === 'GET') texts[`nobody again ${method} ${path}`] = await textOf(await ask(method, path));
    if (!path.includes('/auth/'))
      texts[`a stranger ${method} ${path}`] = await textOf(await ask(method, path, { ...sent, token: session.token }));
  }
  expect(Object.values(texts).filter((text) => /cache-status: .*hit/i.test(text)).length).toBeGreaterThan(5);
  expect(await leaks(texts)).toEqual([]);
});

test('the Data API and the storage return no personal data for the publishable key', async () => {
  const migrations = await readdir(join(ROOT, 'supabase/migrations'));
  const sql = (await Promise.all(migrations.map((name) => readFile(join(ROOT, 'supabase/migrations', name), 'utf8')))).join('\n');
  const named = (kind: RegExp) => [...new Set([...sql.matchAll(kind)].map(([, name]) => name))];
  const tables = named(/create (?:or replace )?(?:table|view) public\.(\w+)/gi);
  const functions = named(/create (?:or replace )?function public\.(\w+)/gi);
  expect([tables.length > 15, functions.length > 10]).toEqual([true, true]);

  const headers = { apikey: access.publishableKey, 'Content-Type': 'application/json' };
  const database = async (method: string, path: string, body?: unknown) =>
    textOf(await fetch(`${access.supabaseUrl}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }));
  const texts: Record<string, string> = { '/rest/v1/': await database('GET', '/rest/v1/') };
  for (const table of tables) texts[`table ${table}`] = await database('GET', `/rest/v1/${table}?select=*`);
  for (const name of functions) texts[`function ${name}`] = await database('POST', `/rest/v1/rpc/${name}`, {});
  for (const path of ['/auth/v1/admin/users', '/auth/v1/settings', '/auth/v1/user']) texts[path] = await database('GET', path);
  texts.buckets = await database('GET', '/storage/v1/bucket');
  for (const bucket of ['photos', 'mail', 'backups']) {
    texts[`bucket ${bucket}`] = await database('POST', `/storage/v1/object/list/${bucket}`, { prefix: '', limit: 1_000 });
  }
  expect(await leaks(texts)).toEqual([]);
});

test('no log line contains personal data', async () => {
  const printed = shop.printed();
  expect(printed.match(/"operation":"\/api\/orders"/g)?.length).toBeGreaterThan(ORDERS);
  const logs = (await filesOf(data)).filter((file) => file.endsWith('.log'));
  const texts = Object.fromEntries(
    await Promise.all(logs.map(async (file) => [relative(data, file), await readFile(file, 'latin1')] as const)),
  );
  expect(await leaks({ ...texts, 'what the shop printed': printed })).toEqual([]);
});
