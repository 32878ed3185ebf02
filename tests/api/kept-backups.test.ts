import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@supabase/supabase-js';
import { afterAll, expect, test } from 'vitest';
import { unpack } from '#scripts/backup/archive.ts';
import type { DatabaseAdmin } from '#scripts/backup/database-admin.ts';
import { destinationOf } from '#scripts/backup/destination.ts';
import { readManifest } from '#scripts/backup/manifest.ts';
import { backUp, compare, rehearse } from '#scripts/backup/run.ts';
import { S3_KEYS, startS3 } from '#tests/setup/doubles/s3-double.ts';
import { orderFor, RING } from '#tests/setup/samples/products.ts';
import { findProgram } from '#tests/setup/stack/find-program.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const PASSPHRASE = 'correct horse battery staple';
const retention = { daily: 1, weekly: 0, monthly: 0 };

const home = await mkdtemp(join(tmpdir(), 'shop-kept-'));
const shop = await staffedShop();
const s3 = await startS3('naqsh');
Object.assign(process.env, S3_KEYS, { AWS_ENDPOINT_URL: s3.address });
const bucket = destinationOf('s3://naqsh/shop');
const folder = destinationOf(join(home, 'kept'));
afterAll(async () => {
  await s3.stop();
  await rm(home, { recursive: true, force: true });
});

const { storage } = createClient(shop.supabase.url, shop.supabase.secretKey, { auth: { persistSession: false } });
const admin: DatabaseAdmin = { sql: shop.supabase.sql as DatabaseAdmin['sql'], storage, name: 'the shop', close: async () => {} };
await shop.call('POST', '/api/orders', {
  headers: { 'Idempotency-Key': randomUUID() },
  body: orderFor([{ productId: RING.id, quantity: 2, selectedColor: RING.color, selectedSize: RING.size }], RING.price * 2),
});
await storage.from('transfer-photos').upload('receipt.webp', Buffer.from('a receipt'), { contentType: 'image/webp' });

async function status() {
  const { json } = await shop.staff('GET', '/api/status');
  const { conditions, backups } = json.data;
  const trouble = conditions.find(({ kind }: { kind: string }) => kind === 'rehearsal');
  return { ...backups, trouble: trouble.since && trouble.details };
}

test('a backup lies in a bucket, encrypted, and is restored as a test; the shop knows both', async () => {
  for (const made of ['20200101T000000Z', '20200102T000000Z', '20200103T000000Z'])
    s3.objects.set(`shop/backup-${made}.tar.gz`, Buffer.from('old'));
  s3.objects.set('shop/notes.txt', Buffer.from('mine'));

  const { name, removed } = await backUp(admin, bucket, { retention, passphrase: PASSPHRASE });
  expect(removed).toHaveLength(3);
  expect([...s3.objects.keys()]).toEqual(['shop/notes.txt', `shop/${name}`]);
  const bytes = s3.objects.get(`shop/${name}`) ?? Buffer.alloc(0);
  expect(bytes.toString('latin1', 0, 8)).toBe('Salted__');

  const outcome = await rehearse(admin, bucket, PASSPHRASE);
  expect(outcome).toMatchObject({ name, photos: 1, bytes: bytes.length });
  const good = {
    problem: null,
    place: 's3://naqsh/shop',
    bytes: bytes.length,
    rows: outcome.rows,
    files: 1,
    madeAt: expect.any(String),
  };
  expect(await status()).toEqual({ last: good, lastFailed: null, rehearsal: good, trouble: null });
});

test('what is wrong with a backup is told when it is restored as a test, and is a condition until one is good again', async () => {
  await expect(rehearse(admin, bucket, 'another one')).rejects.toThrow('BACKUP_PASSPHRASE is not the one it was made with');
  await expect(rehearse(admin, bucket)).rejects.toThrow('is encrypted');
  const { rehearsal, trouble } = await status();
  expect(rehearsal.problem).toContain('is encrypted');
  expect(trouble).toMatchObject({ error: expect.stringContaining('is encrypted') });

  const { name } = await backUp(admin, folder, { retention });
  const file = join(home, 'kept', name);
  const whole = await readFile(file);

  await truncate(file, whole.length - 100);
  await expect(rehearse(admin, folder)).rejects.toThrow('is damaged');

  // Rows that are not those that were counted.
  await writeFile(file, whole);
  await unpack(file, join(home, 'open'));
  const manifest = await readManifest(join(home, 'open'));
  await expect(compare(admin, manifest)).resolves.toBeUndefined();
  await expect(compare(admin, { ...manifest, sums: { ...manifest.sums, orders: '1, 1.00' } })).rejects.toThrow(
    /orders come to 1, \d+\.00 instead of 1, 1\.00/,
  );
  const [first] = manifest.tables.filter(({ rows }) => rows > 0);
  await expect(
    compare(admin, { ...manifest, tables: manifest.tables.map((table) => (table === first ? { ...table, rows: 999 } : table)) }),
  ).rejects.toThrow('of 999 rows');

  await rehearse(admin, folder);
  expect((await status()).trouble).toBeNull();
});

test('a backup that could not be made is known to the shop, and the older ones stay', async () => {
  const before = [...s3.objects.keys()];
  process.env.AWS_SECRET_ACCESS_KEY = 'a wrong key';
  await expect(backUp(admin, destinationOf('s3://naqsh/shop'), { retention })).rejects.toThrow(
    'The bucket naqsh answered 403 SignatureDoesNotMatch: The signature is wrong.',
  );
  Object.assign(process.env, S3_KEYS);
  expect([...s3.objects.keys()]).toEqual(before);
  const { last, lastFailed } = await status();
  expect(lastFailed.problem).toContain('SignatureDoesNotMatch');
  expect(lastFailed.madeAt > last.madeAt).toBe(true);
  // The keys of a bucket never are.
  expect(JSON.stringify(await shop.rows('select * from public.backups'))).not.toContain(S3_KEYS.AWS_ACCESS_KEY_ID);
});

test.skipIf(!findProgram('openssl') || !findProgram('tar'))('openssl and tar open a backup without the shop', async () => {
  const [newest] = [...s3.objects].findLast(([key]) => key.endsWith('.enc')) ?? [];
  const file = join(home, 'archive.enc');
  await writeFile(file, s3.objects.get(newest ?? '') ?? '');
  const run = promisify(execFile);
  await run(
    'openssl',
    ['enc', '-d', '-aes-256-cbc', '-pbkdf2', '-iter', '600000', '-in', file, '-out', `${file}.gz`, '-pass', 'env:SECRET'],
    {
      env: { ...process.env, SECRET: PASSPHRASE },
    },
  );
  const { stdout } = await run('tar', ['-tzf', `${file}.gz`]);
  expect(stdout.split('\n')).toEqual(
    expect.arrayContaining(['manifest.json', 'transfer-photos/receipt.webp', 'rows/public.orders.jsonl']),
  );
});
