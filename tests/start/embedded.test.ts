import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
    'another version of the shop made this data folder (migration 20261101003800). Start it with that version, or delete the folder',
  );
  await expect(start()).rejects.toThrow('20261101003800');
  await rm(home, { recursive: true });
});
