import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, expect, test } from 'vitest';
import { closeNow, listen } from '#local/loopback.ts';
import type { DatabaseAdmin } from '#scripts/backup/database-admin.ts';
import { loadBackup } from '#scripts/backup/load.ts';
import { saveBackup } from '#scripts/backup/save.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { orderFor, placeOrder } from './calls/order-calls.ts';
import { addProduct } from './rows/catalogue-rows.ts';

/** A bucket without photos. */
const storage = createServer((_, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]'));

const folder = await mkdtemp(join(tmpdir(), 'shop-backup-'));
const database = await testPostgres();
await database.owner.unsafe(`create schema supabase_migrations; create table supabase_migrations.schema_migrations (version text);
  insert into supabase_migrations.schema_migrations values ('20261122000000')`);
const owner: DatabaseAdmin = {
  sql: async (statement) => [...(await database.owner.unsafe(statement))],
  storage: createClient(await listen(storage), 'a key').storage,
  name: 'a hosted project',
  close: async () => {},
};

afterAll(async () => {
  await closeNow(storage);
  await rm(folder, { recursive: true, force: true });
});

test('a hosted project is restored by its connection string, and its triggers are enabled again', async () => {
  const shop = await database.connect(2);
  const ring = await addProduct(shop, { stock: 10 });
  await placeOrder(shop, orderFor([{ product: ring, quantity: 3 }]));
  const saved = await saveBackup(owner, join(folder, 'saved'));

  await placeOrder(shop, orderFor([{ product: ring, quantity: 2 }]));
  await addProduct(shop, { stock: 4 });
  await loadBackup(owner, join(folder, 'saved'));

  const { tables, sequences } = await saveBackup(owner, join(folder, 'again'));
  expect({ tables, sequences }).toEqual({ tables: saved.tables, sequences: saved.sequences });
  await expect(database.owner`update public.products set stock_quantity = stock_quantity + 1`).rejects.toThrow('change_stock');
  const order = await placeOrder(shop, orderFor([{ product: ring }]));
  expect(order).toMatchObject({ order_number: 'ORD-10002' });
});
