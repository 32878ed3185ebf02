import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, json } from 'node:stream/consumers';
import { afterAll, afterEach, expect, test } from 'vitest';
import { closeNow, listen } from '#local/loopback.ts';
import { readSettings } from '#local/settings.ts';
import { type DatabaseAdmin, openDatabaseAdmin } from '#scripts/backup/database-admin.ts';
import { loadBackup } from '#scripts/backup/load.ts';
import { saveBackup } from '#scripts/backup/save.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { orderFor, placeOrder } from './calls/order-calls.ts';
import { addProduct, bookErrors } from './rows/catalogue-rows.ts';

/** Places at which a restore is cut off, the first and the last of its statements among them. */
const PLACES = 8;

/** The photos of the project, and how many more uploads it takes before the line breaks. */
const bucket = new Map<string, Buffer>();
let uploadsLeft = Number.POSITIVE_INFINITY;

/** What the commands need of a project beside its database: a catalogue that answers, and a bucket. */
const project = createServer(async (request, response) => {
  if (!request.url?.startsWith('/storage/')) response.end('[]');
  else await answerStorage(request, response);
});

async function answerStorage(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = decodeURIComponent(request.url ?? '').replace(/^\/storage\/v1\/object\/(list\/)?photos\/?/, '');
  const listing = request.url?.includes('/object/list/');
  if (request.method === 'GET') {
    response.end(bucket.get(path));
    return;
  }
  if (listing) {
    if (!request.url?.endsWith('/photos')) {
      response.setHeader('Content-Type', 'application/json');
      response.end('[]');
      return;
    }
    const { offset = 0 } = (await json(request)) as { offset?: number };
    const names = [...bucket.keys()].toSorted().slice(offset, offset + 100);
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(names.map((name) => ({ name, id: name }))));
    return;
  }
  const bytes = await buffer(request);
  uploadsLeft -= 1;
  if (uploadsLeft < 0) {
    response.destroy();
    return;
  }
  bucket.set(path, bytes);
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ Key: `photos/${path}`, Id: path }));
}

const PHOTOS = ['products-a.webp', 'products-b.webp', 'products-c.webp', 'products-d.webp'];

const home = await mkdtemp(join(tmpdir(), 'shop-restore-'));
const database = await testPostgres();
let reads = 0;
await database.owner.unsafe(`create schema supabase_migrations; create table supabase_migrations.schema_migrations (version text);
  insert into supabase_migrations.schema_migrations values ('20261122000000')`);
Object.assign(process.env, {
  SUPABASE_URL: await listen(project),
  SUPABASE_PUBLISHABLE_KEY: 'a key',
  SUPABASE_SECRET_KEY: 'a key',
  SUPABASE_DB_URL: database.address,
});

const shop = await database.connect(1);
const ring = await addProduct(shop, { stock: 100 });
for (let number = 0; number < 5; number += 1) await placeOrder(shop, orderFor([{ product: ring }]));
for (const name of PHOTOS) bucket.set(name, Buffer.from(`photo ${name}`));
const owner = await openDatabaseAdmin(readSettings());
const saved = await saveBackup(owner, join(home, 'saved'));
await owner.close();

// What the shop is when it is to be what it was.
for (let number = 0; number < 3; number += 1) await placeOrder(shop, orderFor([{ product: ring, quantity: 2 }]));
await addProduct(shop, { stock: 4, name: 'Jhumka' });
bucket.clear();
const before = await content();

afterEach(() => {
  uploadsLeft = Number.POSITIVE_INFINITY;
});

afterAll(async () => {
  await closeNow(project);
  await rm(home, { recursive: true, force: true });
});

/** Every row of every table, and where the numbers stand. */
async function content(): Promise<object> {
  reads += 1;
  const owner: DatabaseAdmin = {
    sql: async (statement) => [...(await database.owner.unsafe(statement))],
    storage: { from: () => ({ list: async () => ({ data: [], error: null }) }) } as unknown as DatabaseAdmin['storage'],
    name: 'the database',
    close: async () => {},
  };
  const { tables, sequences } = await saveBackup(owner, join(home, `read-${reads}`));
  return { tables, sequences };
}

/** An owner whose connection is cut before the statement of that number. Counts them. */
async function cutOff(atStatement: number): Promise<{ owner: DatabaseAdmin; statements: () => number }> {
  const owner = await openDatabaseAdmin(readSettings());
  const [connection] = (await owner.sql('select pg_backend_pid() as pid')) as { pid: number }[];
  let statements = 0;
  const sql: DatabaseAdmin['sql'] = async (statement) => {
    statements += 1;
    if (statements === atStatement) await endBackend(connection?.pid ?? 0);
    return owner.sql(statement);
  };
  return { owner: { ...owner, sql }, statements: () => statements };
}

async function endBackend(pid: number): Promise<void> {
  await database.owner`select pg_terminate_backend(${pid})`;
  const isThere = async () => (await database.owner`select 1 from pg_stat_activity where pid = ${pid}`).length > 0;
  while (await isThere());
}

test('a restore whose connection breaks at any point leaves the shop as it was, and can be repeated', async () => {
  const whole = await cutOff(0);
  // How many statements there are, without doing any of it: the last one, the commit, is refused.
  const counted: string[] = [];
  const refusing: DatabaseAdmin['sql'] = async (statement) => {
    counted.push(statement);
    if (statement === 'commit') throw new Error('counted');
    return whole.owner.sql(statement);
  };
  await expect(loadBackup({ ...whole.owner, sql: refusing }, join(home, 'saved'))).rejects.toThrow('counted');
  await whole.owner.close();
  const commit = counted.indexOf('commit') + 1;
  const first = counted.indexOf('begin') + 1;
  expect(commit - first).toBeGreaterThan(PLACES);

  for (let place = 0; place < PLACES; place += 1) {
    const statement = Math.round(first + ((commit - first) * place) / (PLACES - 1));
    const { owner } = await cutOff(statement);
    await expect(loadBackup(owner, join(home, 'saved')), `cut off at ${counted[statement - 1]}`).rejects.toThrow();
    await owner.close();
    expect(await content(), `cut off at ${counted[statement - 1]}`).toEqual(before);
  }
  expect(await bookErrors(database.owner)).toEqual([]);
});

test('a restore that stops between its photos leaves the rows as they were', async () => {
  for (let uploads = 0; uploads < PHOTOS.length; uploads += 1) {
    uploadsLeft = uploads;
    const { owner } = await cutOff(0);
    await expect(loadBackup(owner, join(home, 'saved'))).rejects.toThrow('could not be stored');
    await owner.close();
    expect(await content()).toEqual(before);
  }
});

test('after all that, an uninterrupted restore is complete: rows, sequences and photos', async () => {
  const { owner } = await cutOff(0);
  await loadBackup(owner, join(home, 'saved'));
  await owner.close();
  expect(await content()).toEqual({ tables: saved.tables, sequences: saved.sequences });
  expect([...bucket.keys()].toSorted()).toEqual(PHOTOS);
  const shop = await database.connect(1);
  const [ring] = await shop`select id, name, price::float from public.products`;
  expect(await placeOrder(shop, orderFor([{ product: ring as never }]))).toMatchObject({ order_number: 'ORD-10006' });
});
