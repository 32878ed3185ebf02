import { createHash, randomUUID } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, expect, test } from 'vitest';
import { fillDemo, noteRestored } from '#local/demo/fill-demo.ts';
import { readTeam } from '#local/staff/demo-team.ts';
import type { DatabaseAdmin } from '#scripts/backup/database-admin.ts';
import { loadBackup } from '#scripts/backup/load.ts';
import { type Manifest, readManifest, rowsFile, writeManifest } from '#scripts/backup/manifest.ts';
import { saveBackup } from '#scripts/backup/save.ts';
import { orderFor, RING } from '#tests/setup/samples/products.ts';
import { STAFF, signInStaff } from '#tests/setup/samples/staff.ts';
import { type EmbeddedShop, startSupabase } from '#tests/setup/stack/embedded-shop.ts';
import { testShop } from '#tests/setup/stack/test-shop.ts';

function ownerOf(supabase: EmbeddedShop['supabase']): DatabaseAdmin {
  const { storage } = createClient(supabase.url, supabase.secretKey, { auth: { persistSession: false } });
  return { sql: supabase.sql as DatabaseAdmin['sql'], storage, name: supabase.url, close: async () => {} };
}

const home = await mkdtemp(join(tmpdir(), 'shop-backup-'));
afterAll(async () => {
  await other.stop();
  await rm(home, { recursive: true, force: true });
});
const shop = await testShop();
const other = await startSupabase(home);
const from = ownerOf(shop.supabase);
const to = ownerOf(other);
await signInStaff(shop);
await shop.call('POST', '/api/auth/signup', {
  body: { email: 'sara@shop.test', password: 'a long enough password', username: 'sara' },
});
await shop.call('POST', '/api/orders', {
  headers: { 'Idempotency-Key': randomUUID() },
  body: orderFor([{ productId: RING.id, quantity: 2, selectedColor: RING.color, selectedSize: RING.size }], RING.price * 2, {
    customerName: 'O\'Hara \\ "Sara" 💍',
  }),
});
await from.storage.from('photos').upload('products/a.webp', Buffer.from('photo a'), { contentType: 'image/webp' });
await from.storage.from('photos').upload('products/deep/b.webp', Buffer.from('photo b'), { contentType: 'image/webp' });
await from.storage.from('transfer-photos').upload('c.webp', Buffer.from('receipt c'), { contentType: 'image/webp' });
// The embedded database has one connection: what is sent after an order would end the backup's transaction.
await shop.idle();

function contentOf({ tables, sequences, photos, sums }: Manifest) {
  return { tables, sequences, photos, sums };
}

test('a restored shop equals the saved one, row by row and photo by photo, and keeps working', async () => {
  const folder = join(home, 'whole');
  const saved = await saveBackup(from, folder);
  expect(saved.tables.find(({ name }) => name === 'public.orders')?.rows).toBe(1);
  expect(saved.photos.map(({ bucket, path }) => `${bucket}/${path}`)).toEqual([
    'photos/products/a.webp',
    'photos/products/deep/b.webp',
    'transfer-photos/c.webp',
  ]);

  await loadBackup(to, folder);
  const again = await saveBackup(to, join(home, 'again'));
  expect(contentOf(again)).toEqual(contentOf(saved));

  const { auth } = createClient(other.url, other.publishableKey, { auth: { persistSession: false } });
  expect((await auth.signInWithPassword({ email: STAFF.email, password: STAFF.password })).error).toBeNull();
  // What guards the ledger is on again.
  await expect(
    other.sql(`update public.products set stock_quantity = stock_quantity + 1 where id = '${RING.id}'`),
  ).rejects.toThrow();
  const [next] = (await other.sql(`select nextval('shop.order_numbers')::int as number`)) as { number: number }[];
  expect(next?.number).toBe(10_002);
});

test('a restored shop starts as it is: a demo with a login that works, a shop of its own with its own staff', async () => {
  const data = join(home, 'data');
  await mkdir(data);
  // The login of the shop that the folder had before.
  const before = { email: 'staff@naqsh.example', username: 'staff', password: 'of the shop before' };
  await writeFile(join(data, 'staff.json'), JSON.stringify(before));
  const packer = {
    email: 'packer@naqsh.example',
    username: 'packer',
    password: 'of the team before',
    role: 'Packer',
    secret: null,
  };
  await writeFile(join(data, 'team.json'), JSON.stringify([packer]));
  const { url, publishableKey, secretKey } = other;
  const project = { url, publishableKey, secretKey, embedded: true, stop: async () => {}, lost: new Promise<void>(() => {}) };
  const unexpected = () => Promise.reject(new Error('Nothing is added to a restored shop.'));
  const owner = { sql: other.sql, seed: unexpected, beginHistory: unexpected, writeHistory: unexpected };
  const start = () => fillDemo(project, owner, { data, port: 0, url: '', supabasePort: 0, hasHistory: true });
  const products = () => other.sql('select id from public.products');

  await noteRestored(data);
  expect(await readTeam(data)).toEqual([]);
  const held = await products();
  expect(await start()).toEqual({ staff: null, writeHistory: undefined });
  expect(await other.sql('select email from public.staff')).toEqual([{ email: STAFF.email }]);

  const renamed = (table: string) => `update ${table} set email = '${before.email}' where email = '${STAFF.email}'`;
  await other.sql(`${renamed('public.staff')}; ${renamed('auth.users')}`);
  const { staff } = await start();
  expect(staff).toMatchObject({ email: before.email });
  const { auth } = createClient(url, publishableKey, { auth: { persistSession: false } });
  const signedIn = await auth.signInWithPassword({ email: before.email, password: staff?.password ?? '' });
  expect(signedIn.error).toBeNull();
  expect((await start()).staff).toEqual(staff);
  expect(await products()).toEqual(held);
  await other.sql(
    `update public.staff set email = '${STAFF.email}'; update auth.users set email = '${STAFF.email}' where email = '${before.email}'`,
  );
});

test('a backup that was altered or lacks a file is refused before anything changes', async () => {
  const folder = join(home, 'damaged');
  await saveBackup(from, folder);
  const before = await other.sql('select count(*)::int as n from public.orders');
  await appendFile(rowsFile(folder, 'public.orders'), '{}\n');
  await expect(loadBackup(to, folder)).rejects.toThrow('is not what was saved');
  await rm(rowsFile(folder, 'public.orders'));
  await expect(loadBackup(to, folder)).rejects.toThrow('is missing');
  expect(await other.sql('select count(*)::int as n from public.orders')).toEqual(before);
});

test.each(['public.products', 'public.product_variants'])(
  'a backup whose stock in %s does not match its ledger is refused, and the shop stays as it was',
  async (table) => {
    const folder = join(home, `cooked ${table}`);
    await saveBackup(from, folder);
    const file = rowsFile(folder, table);
    const cooked = (await readFile(file, 'utf8')).replace(
      /"stock_quantity": (\d+)/,
      (_, stock) => `"stock_quantity": ${Number(stock) + 1}`,
    );
    await writeFile(file, cooked);
    const manifest: Manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
    const sha256 = createHash('sha256').update(cooked).digest('hex');
    await writeManifest(folder, {
      ...manifest,
      tables: manifest.tables.map((saved) => (saved.name === table ? { ...saved, sha256 } : saved)),
    });
    expect((await readManifest(folder)).tables).not.toEqual(manifest.tables);

    const before = await other.sql('select count(*)::int as n, sum(stock_quantity)::int as pieces from public.products');
    await expect(loadBackup(to, folder)).rejects.toThrow('is not the sum of its ledger');
    expect(await other.sql('select count(*)::int as n, sum(stock_quantity)::int as pieces from public.products')).toEqual(before);
  },
);

test('a database that does not list its migrations is told so, and nothing of it changes', async () => {
  const folder = join(home, 'unlisted');
  await saveBackup(from, folder);
  await other.sql('alter table supabase_migrations.schema_migrations rename to elsewhere');
  const message = /^The database does not say which migrations it has .* Nothing was changed\.$/;
  await expect(loadBackup(to, folder)).rejects.toThrow(message);
  await expect(saveBackup(to, join(home, 'unlisted again'))).rejects.toThrow(message);
  await to.sql('rollback').catch(() => {});
  await other.sql('alter table supabase_migrations.elsewhere rename to schema_migrations');
});

test('a backup never overwrites a folder that is not empty', async () => {
  await writeFile(join(home, 'note.txt'), 'mine');
  await expect(saveBackup(from, home)).rejects.toThrow('is not empty');
});
