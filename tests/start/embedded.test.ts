import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startEmbeddedSupabase } from '#local/supabase/embedded.ts';
import { newSupabaseKeys } from '#local/supabase/keys.ts';
import { type EmbeddedShop, startEmbeddedShop } from '#tests/setup/embedded-shop.ts';
import { freePort } from '#tests/setup/free-port.ts';

let shop: EmbeddedShop;

beforeAll(async () => {
  shop = await startEmbeddedShop();
}, 120_000);

afterAll(() => shop.stop());

test('a failed transaction that was left open does not block the shop', async () => {
  await shop.rows('begin');
  await expect(shop.rows('select 1 / 0')).rejects.toThrow();
  await expect(shop.rows('select 1')).rejects.toThrow();
  await expect.poll(async () => (await shop.call('GET', '/api/products?limit=1')).status, { timeout: 20_000 }).toBe(200);
});

test('an incomplete new database is created again, a complete one is kept', async () => {
  const home = await mkdtemp(join(tmpdir(), 'shop-cut-off-'));
  const database = join(home, 'postgres');
  const start = async () => startEmbeddedSupabase({ ...newSupabaseKeys(), home, database, port: await freePort() });
  await mkdir(database);
  await writeFile(join(database, 'PG_VERSION'), '17');
  await writeFile(`${database}.unfinished`, '');

  const first = await start();
  await first.sql("insert into public.categories (name, slug) values ('Anklets', 'anklets')");
  await first.stop();
  const second = await start();
  expect(await second.sql('select name from public.categories')).toEqual([{ name: 'Anklets' }]);
  await second.stop();
  await rm(home, { recursive: true });
});

test('a data folder of another version of the shop is refused, and left unchanged', async () => {
  const home = await mkdtemp(join(tmpdir(), 'shop-other-version-'));
  const database = join(home, 'postgres');
  const start = async () => startEmbeddedSupabase({ ...newSupabaseKeys(), home, database, port: await freePort() });
  const first = await start();
  await first.sql("insert into supabase_migrations.schema_migrations (version) values ('20261101003800')");
  await first.stop();
  await expect(start()).rejects.toThrow(
    'another version of the shop made this data folder (migration 20261101003800). Save it with that version: "npm run backup -- my-shop"',
  );
  await expect(start()).rejects.toThrow('20261101003800');
  await rm(home, { recursive: true });
});

test('a data folder that another checkout made goes by the migrations of the shop that opens it', async () => {
  const home = await mkdtemp(join(tmpdir(), 'shop-other-checkout-'));
  const migrations = await mkdtemp(join(home, 'migrations-'));
  await writeFile(join(migrations, '20260101000100_rings.sql'), 'create table public.rings (id integer);');
  const options = { ...newSupabaseKeys(), home, database: join(home, 'postgres') };
  const other = await startEmbeddedSupabase({ ...options, port: await freePort(), migrations });
  await other.stop();
  await expect(freePort().then((port) => startEmbeddedSupabase({ ...options, port }))).rejects.toThrow(
    '(migration 20260101000100)',
  );
  await rm(home, { recursive: true });
});

test('a database that is killed is started again, with everything that was committed, at the same address', async () => {
  const home = await mkdtemp(join(tmpdir(), 'shop-killed-'));
  const keys = newSupabaseKeys();
  const supabase = await startEmbeddedSupabase({ ...keys, home, database: join(home, 'postgres'), port: await freePort() });
  await supabase.sql("insert into public.categories (name, slug) values ('Anklets', 'anklets')");
  const categories = async () => {
    const answer = await fetch(`${supabase.url}/rest/v1/categories?select=name`, {
      headers: { apikey: keys.publishableKey },
    }).catch(() => null);
    return answer?.json();
  };
  for (const _time of [1, 2]) {
    const killed = supabase.pid();
    process.kill(killed as number, 'SIGKILL');
    await expect.poll(() => supabase.pid(), { timeout: 20_000 }).not.toBe(killed);
    await expect.poll(categories, { timeout: 30_000 }).toEqual([{ name: 'Anklets' }]);
  }
  expect(await supabase.sql('select name from public.categories')).toEqual([{ name: 'Anklets' }]);
  await supabase.stop();
  await rm(home, { recursive: true });
}, 120_000);

test('a database that is told to stop while it is started again stops at once, and what was asked of it complains no more', async () => {
  const home = await mkdtemp(join(tmpdir(), 'shop-stopped-'));
  const supabase = await startEmbeddedSupabase({
    ...newSupabaseKeys(),
    home,
    database: join(home, 'postgres'),
    port: await freePort(),
  });
  const complained = vi.spyOn(console, 'error').mockImplementation(() => {});
  const asked = supabase.sql('select pg_sleep(60)').then(
    () => 'an answer',
    () => 'a complaint',
  );
  const killed = supabase.pid() as number;
  await supabase.stop();
  expect(() => process.kill(killed, 0)).toThrow('ESRCH');
  expect(await Promise.race([asked, setTimeout(100, 'nothing')])).toBe('nothing');
  expect(complained).not.toHaveBeenCalled();

  const again = await startEmbeddedSupabase({
    ...newSupabaseKeys(),
    home,
    database: join(home, 'postgres'),
    port: await freePort(),
  });
  process.kill(again.pid() as number, 'SIGKILL');
  await expect.poll(() => complained.mock.calls.length, { timeout: 20_000 }).toBe(1);
  const began = performance.now();
  await again.stop();
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(complained).toHaveBeenCalledTimes(1);
  complained.mockRestore();
  await rm(home, { recursive: true });
}, 120_000);

test('the log names nobody', async () => {
  const home = await mkdtemp(join(tmpdir(), 'shop-log-'));
  const keys = newSupabaseKeys();
  const supabase = await startEmbeddedSupabase({ ...keys, home, database: 'memory://', port: await freePort() });
  const ask = (path: string, body: unknown) =>
    fetch(`${supabase.url}${path}`, {
      method: 'POST',
      headers: { apikey: keys.publishableKey, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const credentials = { email: 'hina.kaleem@example.com', password: 'a long enough password' };
  await ask('/auth/v1/signup', credentials);
  await ask('/auth/v1/signup', credentials);
  await ask('/auth/v1/token?grant_type=password', { ...credentials, password: 'another one entirely' });
  await ask('/auth/v1/recover', { email: credentials.email });
  await ask('/auth/v1/otp?email=hina.kaleem%40example.com', { email: credentials.email });
  await supabase.stop();
  expect(await readFile(join(home, 'supabase.log'), 'utf8')).not.toMatch(/kaleem|example\.com/i);
  await rm(home, { recursive: true });
}, 60_000);

test.runIf(process.platform === 'linux')(
  'a log on a full disk takes nothing else down',
  async () => {
    const home = await mkdtemp(join(tmpdir(), 'shop-full-'));
    await symlink('/dev/full', join(home, 'supabase.log'));
    const keys = newSupabaseKeys();
    const supabase = await startEmbeddedSupabase({ ...keys, home, database: 'memory://', port: await freePort() });
    const rest = (name: string) => fetch(`${supabase.url}/rest/v1/${name}`, { headers: { apikey: keys.publishableKey } });
    await rest('nothing_of_this_name');
    expect((await rest('categories?select=name')).status).toBe(200);
    await supabase.stop();
    await rm(home, { recursive: true });
  },
  60_000,
);
