import { expect, test } from 'vitest';
import { addStaff } from '#local/staff/staff-accounts.ts';
import { resourceOf } from '#server/http/note-activity.ts';
import { codeOf } from '#tests/setup/samples/one-time-codes.ts';
import { orderFor, PENDANT } from '#tests/setup/samples/products.ts';
import { STAFF } from '#tests/setup/samples/staff.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff, token } = shop;

const CHROME = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';

interface Entry {
  id: string;
  actorName: string;
  subject: string;
  isRefused: boolean;
  before: object;
  after: object;
}

const activity = async (query = ''): Promise<Entry[]> => (await staff('GET', `/api/audit-log?limit=100${query}`)).json.data;

/** Adds a colleague in a role and signs them in. */
async function colleague(username: string, role: string) {
  const body = { email: `${username}@shop.test`, username, password: 'another long password' };
  await addStaff(shop.supabase, body);
  await shop.rows(`update staff set role = '${role}' where username = '${username}'`);
  const { json } = await shop.call('POST', '/api/auth/admin/login', { body, headers: { 'User-Agent': CHROME } });
  const call = (method: string, path: string, sent?: unknown) =>
    shop.call(method, path, { token: json.data.token, ...(sent ? { body: sent } : {}) });
  const [row] = await shop.rows(`select id from staff where username = '${username}'`);
  return { id: row?.['id'] as string, call };
}

const nida = await colleague('nida', 'packer');
const { json: placed } = await shop.call('POST', '/api/orders', {
  body: orderFor([{ productId: PENDANT.id, quantity: 2 }], 2900),
});
const order = placed.data;
if (!order) throw new Error(JSON.stringify(placed));

/** Every resource that staff change. */
const NOTED = [
  'advances: payment',
  'analytics: price',
  'auth: session, by its requests',
  'bank-accounts: bank_account',
  'bank-statement: payment, by its requests',
  'bookings: parcel, by its requests',
  'books: payment',
  'catalogue: product',
  'categories: product',
  'confirmations: order',
  'couriers: settings, by its requests',
  'customers: customer',
  'deleted: other',
  'discount-codes: discount_code',
  'disputes: payment',
  'goods-back: parcel, by its requests',
  'limits: settings',
  'mails: other, by its requests',
  'messages: message',
  'missed-searches: settings, by its requests',
  'newsletter: other, by its requests',
  'orders: order',
  'packing: parcel, by its requests',
  'payments: payment',
  'products: product',
  'purchase-orders: purchase',
  'push: other, by its requests',
  'ready-texts: settings',
  'returns: order',
  'reviews: review',
  'search: other, by its requests',
  'settings: settings',
  'settlements: payment',
  'shipments: parcel',
  'site-builds: other, by its requests',
  'staff: staff',
  'status: settings',
  'stock-history: stock',
  'stock-notices: other, by its requests',
  'suppliers: purchase',
  'under-way: parcel, by its requests',
  'upload: product, by its requests',
];

test('an act is told with who, in which role, from which device and by which request', async () => {
  await nida.call('POST', '/api/shipments', { orderId: order.id });
  const answer = await staff('PUT', `/api/products/${PENDANT.id}`, { price: PENDANT.price + 100 });
  expect(answer.status).toBe(200);
  const [price] = await activity('&kind=price');
  expect(price).toMatchObject({
    actorName: 'sana',
    role: 'Owner',
    operation: 'PUT /api/products/:id',
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    recordId: PENDANT.id,
    subject: PENDANT.name,
    before: { price: PENDANT.price },
    after: { price: PENDANT.price + 100 },
  });
  const [parcel] = await activity('&kind=parcel');
  expect(parcel).toMatchObject({ actorName: 'nida', role: 'Packer', device: 'Chrome on Android', recordId: order.id });
});

test('what staff do to each resource is noted as of its kind, by its tables or else by the request', async () => {
  const { json } = await shop.call('GET', '/api/openapi.json');
  const written = Object.entries<Record<string, { 'x-access': string }>>(json.paths)
    .filter(([, methods]) =>
      Object.entries(methods).some(([method, { 'x-access': access }]) => method !== 'get' && access === 'staff'),
    )
    .map(([path]) => path.split('/')[2] ?? '');
  const noted = [...new Set(written)].map((name) => {
    const { kind, tablesNote } = resourceOf({ path: `/api/${name}` });
    return `${name}: ${kind}${tablesNote ? '' : ', by its requests'}`;
  });
  expect(noted.toSorted()).toEqual(NOTED);
});

test('a save that changed nothing says nothing, and an act that changes no record is told in its own words', async () => {
  const before = await activity();
  await staff('PUT', `/api/products/${PENDANT.id}`, { price: PENDANT.price + 100 });
  expect(await activity()).toEqual(before);
  await staff('POST', '/api/site-builds', {});
  const [built] = await activity();
  expect(built).toMatchObject({ actorName: 'sana', operation: 'POST /api/site-builds', kind: 'other', before: {}, after: {} });
  expect(built?.subject).toMatch(/^Builds/);
});

test('signing in and out is told', async () => {
  const { json } = await shop.call('POST', '/api/auth/admin/login', { body: STAFF, headers: { 'User-Agent': CHROME } });
  await shop.call('POST', '/api/auth/admin/logout', { token: json.data.token });
  expect(await activity('&kind=session')).toMatchObject([
    { actorName: 'sana', after: { session: 'ended' }, device: 'Chrome on Android' },
    { actorName: 'sana', after: { session: 'began' }, device: 'Chrome on Android' },
    { actorName: 'nida' },
    { actorName: 'sana' },
  ]);
});

test('what somebody had not the right to is told, once however often they try', async () => {
  for (let n = 0; n < 3; n++) {
    expect((await nida.call('PUT', `/api/products/${PENDANT.id}`, { price: 1 })).status).toBe(403);
    expect((await nida.call('GET', '/api/audit-log')).json.code).toBe('owner_only');
  }
  const refused = (await activity(`&person=${nida.id}`)).filter(({ isRefused }) => isRefused);
  expect(refused).toMatchObject([
    { actorName: 'nida', role: 'Packer', operation: 'GET /api/audit-log' },
    { operation: 'PUT /api/products/:id', kind: 'product', recordId: PENDANT.id },
  ]);
});

test('the list is filtered by person, kind, record and day', async () => {
  const all = await activity();
  const names = (entries: Entry[]) => [...new Set(entries.map(({ actorName }) => actorName))];
  expect(names(await activity(`&person=${nida.id}`))).toEqual(['nida']);
  expect((await activity(`&record=${order.id}`)).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^parcel SHP-\d+ of order /),
  ]);
  expect(await activity('&startDate=2020-01-01&endDate=2020-01-02')).toEqual([]);
  expect(await activity('&startDate=2020-01-01')).toHaveLength(all.length);
  for (const wrong of ['kind=nonsense', 'record=1', 'person=sana', 'startDate=yesterday'])
    expect((await staff('GET', `/api/audit-log?${wrong}`)).status, wrong).toBe(422);
});

test('everybody sees their own acts and figures, of customers no more than their role shows', async () => {
  const { json } = await nida.call('GET', '/api/audit-log/mine');
  expect(new Set(json.data.map(({ actorName }: Entry) => actorName))).toEqual(new Set(['nida']));
  expect(json.data.find(({ subject }: Entry) => subject.startsWith('parcel'))).toMatchObject({ before: {}, after: {} });
  const figures = { username: 'nida', confirmed: 0, returnRate: null, parcels: 1, pieces: 2 };
  expect((await nida.call('GET', '/api/audit-log/figures/mine')).json.data).toMatchObject([figures]);
  expect((await nida.call('GET', '/api/audit-log/figures')).status).toBe(403);
  const everybodys = (await staff('GET', '/api/audit-log/figures')).json.data;
  expect(everybodys.map(({ username }: { username: string }) => username)).toEqual(['nida', 'sana']);
  expect(everybodys).toContainEqual(expect.objectContaining(figures));
});

test('no secret is told: no password, no token, and nothing of a column that holds one', async () => {
  const factor = '/api/auth/admin/second-factor';
  const { secret } = (await staff('POST', `${factor}/secret`, {})).json.data;
  const { json } = await staff('POST', factor, { password: STAFF.password, secret, code: codeOf(secret, -1) });
  expect(json.success).toBe(true);
  await staff('POST', '/api/staff/invitations', {
    email: 'hira@shop.test',
    username: 'hira',
    role: 'desk',
    proof: json.data.codes[0],
  });
  const columns = await shop.rows(`
    select table_schema || '.' || table_name as name, column_name as column from information_schema.columns
     where table_schema in ('public', 'shop') and column_name ~ '(password|secret|token|hash|fingerprint|idempotency)'
       and data_type = 'text' and table_name <> 'audit_log'`);
  const found = new Set([token, secret, STAFF.password, 'another long password', ...(json.data.codes ?? [])]);
  for (const { name, column } of columns)
    for (const { value } of await shop.rows(`select distinct ${column} as value from ${name} where length(${column}) > 7`))
      found.add(value);
  expect(found.size).toBeGreaterThan(8);
  const [log] = await shop.rows(`select string_agg(a::text, ' ') as text from audit_log a`);
  const told = `${log?.['text']} ${JSON.stringify(await activity())}`;
  expect([...found].filter((value) => told.includes(String(value)))).toEqual([]);
  expect(told).toContain('second factor of sana');
});
