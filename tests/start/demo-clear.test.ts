import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_SETTINGS } from '#domain/settings/demo.ts';
import { ROOT } from '#local/settings.ts';
import { readTeam } from '#local/staff/demo-team.ts';
import { type EmbeddedSupabase, startEmbeddedSupabase } from '#local/supabase/embedded.ts';
import { newSupabaseKeys } from '#local/supabase/keys.ts';
import { BOOK_ERRORS } from '#tests/db/rows/catalogue-rows.ts';
import { ADD_DEMO_TEAM, DEMO_TEAM } from '#tests/setup/samples/demo-team.ts';
import { freePort } from '#tests/setup/stack/free-port.ts';

const SHOPPER = '0d3f5c66-8d0c-4b8e-8ce0-2e8cf0a1b733';
const CATEGORY_PHOTO = 'categories/categories-00000000000000000000000000000001.webp';
const PRODUCT_PHOTO = 'products/products-00000000000000000000000000000002.webp';

const keys = newSupabaseKeys();
let data: string;
let open: EmbeddedSupabase | undefined;

/** Works with the database of the data folder, which only one process may have open. */
async function inDatabase<Result>(work: (supabase: EmbeddedSupabase) => Promise<Result>): Promise<Result> {
  const home = join(data, 'supabase');
  await mkdir(home, { recursive: true });
  open = await startEmbeddedSupabase({ ...keys, home, database: join(data, 'postgres'), port: await freePort() });
  try {
    return await work(open);
  } finally {
    await open.stop();
  }
}

/** Runs the command with these flags, and answers its questions. */
async function clear(flags: string[], ...answers: string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['scripts/demo/clear.ts', ...flags], {
    cwd: ROOT,
    env: { ...process.env, SUPABASE_URL: '', SHOP_DATA: data, PORT: String(await freePort()) },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text;
    });
  child.stdin.end(`${answers.join('\n')}\n`);
  const [code] = await once(child, 'close');
  return { code, said };
}

const count = async (supabase: EmbeddedSupabase, tables: string[]) =>
  Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => {
        const [row] = (await supabase.sql(`select count(*)::integer as rows from ${table}`)) as { rows: number }[];
        return [table, row?.rows] as const;
      }),
    ),
  );

const storage = ({ url }: EmbeddedSupabase) =>
  createClient(url, keys.secretKey, { auth: { persistSession: false } }).storage.from('photos');

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'shop-clear-'));
  await writeFile(join(data, 'keys.json'), JSON.stringify(keys));
  await mkdir(join(data, 'site/build-1'), { recursive: true });
  const password = 'of the demo alone';
  const team = ['manager', 'desk', 'packer', 'accounts'].map((username) => ({
    email: `${username}@naqsh.example`,
    username,
    password,
    role: username,
    secret: null,
  }));
  await writeFile(join(data, 'team.json'), JSON.stringify(team));
  await inDatabase(async (supabase) => {
    await supabase.sql(`
      ${ADD_DEMO_TEAM}
      insert into auth.users (id, email) values ('${SHOPPER}', 'hira@mail.example');
      select public.change_settings('${JSON.stringify({ returns: { days: 14 }, ...DEMO_SETTINGS }).replaceAll("'", "''")}', null);
      select public.change_ready_text('shipped', 'en', 'On its way', null)`);
    await supabase.beginHistory();
    await supabase.writeHistory(DEMO_TEAM);
    for (const path of [CATEGORY_PHOTO, PRODUCT_PHOTO]) {
      const { error } = await storage(supabase).upload(path, Buffer.from('RIFF'), { contentType: 'image/webp' });
      expect(error).toBeNull();
      const [folder, name] = path.split('/');
      await supabase.sql(`insert into public.photos (name, folder) values ('${name}', '${folder}')`);
    }
    await supabase.sql(`update public.categories set image = '${supabase.url}/photos/${CATEGORY_PHOTO}' where slug = 'rings'`);
  });
});

afterAll(async () => {
  await open?.stop();
  await rm(data, { recursive: true, force: true });
});

const CLEARED = [
  'public.products',
  'public.product_variants',
  'public.stock_notices',
  'public.orders',
  'public.order_items',
  'public.stock_history',
  'public.shipments',
  'public.couriers',
  'public.courier_cities',
  'public.courier_charges',
  'public.suppliers',
  'public.purchase_orders',
  'public.purchase_order_deliveries',
  'public.reviews',
  'public.contact_messages',
  'public.newsletter_subscribers',
  'public.mail_outbox',
  'shop.daily_counts',
  'shop.sold_lines',
  'shop.order_words',
  'shop.site_changes',
];

test('it asks whether to keep the categories, and changes nothing without an answer', async () => {
  const { code, said } = await clear([]);
  expect(said).toContain('Keep the categories?');
  expect(code).toBe(1);
  expect((await clear(['--everything'])).said).toContain('not "--everything"');
});

test('what is not the demo’s is deleted only after its number of orders was typed', async () => {
  // Nor has the question before changed anything.
  await inDatabase(async (supabase) => {
    expect((await count(supabase, ['public.orders']))['public.orders']).toBeGreaterThan(100);
    await supabase.sql(`update public.orders set idempotency_key = 'a-real-one' where order_number = 'ORD-10001'`);
  });
  const { code, said } = await clear(['--keep-categories'], 'yes');
  expect(code).toBe(1);
  expect(said).toMatch(/is not just the demo.*\(0 and 1 not the demo's\)/s);
  expect(said).toContain('Nothing was changed.');
  await inDatabase(async (supabase) => {
    expect((await count(supabase, ['public.orders']))['public.orders']).toBeGreaterThan(100);
    await supabase.sql(`update public.orders set idempotency_key = 'demo-1' where order_number = 'ORD-10001'`);
  });
});

test('an empty shop is left: categories with their photos, settings and the owner stay, the demo’s team goes, numbers begin anew, and the ledger is guarded', async () => {
  const { code, said } = await clear([], 'yes');
  expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('the first order will be ORD-10001') });
  expect(await readTeam(data)).toEqual([]);

  await inDatabase(async (supabase) => {
    for (const [table, rows] of Object.entries(await count(supabase, CLEARED))) expect(rows, table).toBe(0);
    expect(
      await count(supabase, ['public.categories', 'public.staff', 'auth.users', 'public.photos', 'public.site_builds']),
    ).toEqual({
      'public.categories': 9,
      'public.staff': 1,
      'auth.users': 1,
      'public.photos': 1,
      'public.site_builds': 1,
    });
    // What a shop cannot work without.
    for (const [table, rows] of Object.entries(
      await count(supabase, ['public.limits', 'public.conditions', 'public.staff_roles']),
    ))
      expect(rows, table).toBeGreaterThan(0);
    expect(await supabase.sql(`select content from public.shop_settings`)).toEqual([{ content: { returns: { days: 14 } } }]);
    expect(await count(supabase, ['public.confirmation_rules', 'public.ready_texts'])).toEqual({
      'public.confirmation_rules': 1,
      'public.ready_texts': 1,
    });
    expect((await storage(supabase).list('products')).data).toEqual([]);
    expect((await storage(supabase).list('categories')).data).toHaveLength(1);

    // The first product and the first order.
    await supabase.sql(`
      insert into public.products (id, name, category, description, material, price, images)
      values ('${'a'.repeat(24)}', 'Ring', 'rings', 'A ring', 'Brass', 900, '{/media/products/pave-eternity-band.webp}');
      select shop.change_stock('${'a'.repeat(24)}', 3, 'purchase', 'OPENING', '', null)`);
    const [placed] = (await supabase.sql(`
      select public.place_order('{"customerName": "Hira", "customerEmail": "hira@mail.example", "customerPhone": "+923992140001", "paymentMethod": "cash_on_delivery",
        "customerAddress": "House 1", "items": [{"productId": "${'a'.repeat(24)}", "quantity": 1}], "totalAmount": 1100}', '{"freeFrom": 2999, "fee": 200}')
        ->> 'order_number' as number`)) as { number: string }[];
    expect(placed?.number).toBe('ORD-10001');
    expect(await supabase.sql(BOOK_ERRORS)).toEqual([]);
    await expect(supabase.sql('delete from public.stock_history where true')).rejects.toThrow();
    expect(await count(supabase, ['public.stock_history'])).toEqual({ 'public.stock_history': 2 });
  });
});

test('without the categories nothing of the catalogue stays', async () => {
  await clear(['--drop-categories'], 'delete 1 orders');
  const left = await inDatabase((supabase) =>
    count(supabase, ['public.categories', 'public.products', 'public.photos', 'public.staff']),
  );
  expect(left).toEqual({ 'public.categories': 0, 'public.products': 0, 'public.photos': 0, 'public.staff': 1 });
});
