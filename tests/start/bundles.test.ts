import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';
import { ROOT } from '#local/settings.ts';
import { openBundles } from '#local/site-builds/bundles.ts';
import { openSite, type ShopSource } from '#local/site-builds/site.ts';
import { type EmbeddedSupabase, startEmbeddedSupabase } from '#local/supabase/embedded.ts';
import { newSupabaseKeys } from '#local/supabase/keys.ts';
import { BRIDAL_SET, PENDANT, RING } from '#tests/setup/samples/products.ts';
import { freePort } from '#tests/setup/stack/free-port.ts';

/** Inside node_modules, where a whole build finds its packages. */
let home: string;
let data: string;
let supabase: EmbeddedSupabase;
let shop: ShopSource;

beforeAll(async () => {
  home = await mkdtemp(join(ROOT, 'node_modules/.cache-whole-build-'));
  data = await mkdtemp(join(tmpdir(), 'shop-bundles-'));
  const keys = newSupabaseKeys();
  supabase = await startEmbeddedSupabase({ ...keys, home: data, database: 'memory://', port: await freePort() });
  await supabase.seed();
  // Vitest sets names of Vite's own, which a build would compile in.
  const { DEV, PROD, MODE, SSR, BASE_URL, ...machine } = process.env;
  const environment = {
    ...machine,
    URL: 'https://zewar.example',
    SUPABASE_URL: supabase.url,
    SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
    ASTRO_TELEMETRY_DISABLED: '1',
    NODE_ENV: 'production',
  };
  shop = { db: createClient(supabase.url, keys.secretKey, { auth: { persistSession: false } }), environment };
});
afterAll(async () => {
  await supabase.stop();
  await Promise.all([home, data].map((folder) => rm(folder, { recursive: true, force: true })));
});

/** Every file of a folder, by its path. */
async function filesOf(folder: string): Promise<Map<string, Buffer>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  return new Map(await Promise.all(paths.map(async (path) => [path.slice(folder.length), await readFile(path)] as const)));
}

test('what is rendered from kept bundles is what Astro’s own build makes, byte for byte', async () => {
  const site = await openSite(data);
  await site.rebuild(shop);
  const rendered = await filesOf(site.pages().folder);

  const { builtAt } = JSON.parse(String(rendered.get('/build.json')));
  const whole = join(home, 'dist');
  await promisify(execFile)('astro', ['build', '--outDir', whole], {
    cwd: ROOT,
    env: { ...shop.environment, SHOP_READ_AT: builtAt },
  });
  const built = await filesOf(whole);
  expect([...rendered.keys()].toSorted()).toEqual([...built.keys()].toSorted());
  const different = [...built].filter(([path, content]) => !rendered.get(path)?.equals(content)).map(([path]) => path);
  expect(different).toEqual([]);
});

test('a change of the catalogue bundles nothing again', async () => {
  const site = await openSite(data);
  const made = async () => (await stat(join(await openBundles(DEFAULT_SETTINGS), 'client'))).ino;
  const before = await made();
  const name = 'Chandbali of Multan';
  await supabase.sql(`update public.products set name = '${name}' where id = (select min(id) from public.products)`);
  await site.rebuild(shop);
  expect(await readFile(join(site.pages().folder, 'catalog.json'), 'utf8')).toContain(name);
  expect(await made()).toBe(before);
});

test('pages that an edit does not touch are kept, and after any edit the pages are those that a build of everything makes', async () => {
  const site = await openSite(data);
  const inode = async (id: string) => (await stat(join(site.pages().folder, `product/${id}.html`))).ino;
  const inodes = async () => [await inode(RING.id), await inode(BRIDAL_SET.id)];
  await site.rebuild(shop);
  const [ring, set] = await inodes();
  const edits = [
    `update public.products set price = price + 1 where id = '${RING.id}'`,
    `insert into public.reviews (product_id, user_id, user_name, rating, comment) values ('${BRIDAL_SET.id}', 'eve', 'Eve', 1, 'So so')`,
    `update public.products set archived_at = now() where id = '${PENDANT.id}'`,
    `insert into public.products (name, price, category, images) values ('Kara', 500, 'rings', '{/media/products/pave-eternity-band.webp}')`,
    `update public.categories set name = 'Finger rings' where slug = 'rings'`,
    `update public.categories set is_active = false where slug = 'watches'`,
  ];
  for (const [number, edit] of edits.entries()) {
    await supabase.sql(edit);
    await site.rebuild(shop);
    if (number === 0) expect(await inodes()).toEqual([expect.toSatisfy((ino) => ino !== ring), set]);
    // What a page lacks of an edit it lacks after the next one, too, which is of other pages.
    if (number % 2 === 0) continue;
    // Knows of no build before.
    const other = await openSite(join(data, `other-${number}`));
    await other.rebuild(shop);
    const [kept, everything] = await Promise.all([filesOf(site.pages().folder), filesOf(other.pages().folder)]);
    for (const files of [kept, everything]) files.delete('/build.json');
    const different = [...everything].filter(([path, content]) => !kept.get(path)?.equals(content)).map(([path]) => path);
    expect([kept.size, different], edit).toEqual([everything.size, []]);
  }
});

test('two shops that bundle the same at once both get it, and nothing else stays', async () => {
  const settings = { ...DEFAULT_SETTINGS, returns: { days: 3 + Math.floor(Math.random() * 300) } };
  const program = join(data, 'bundle.mjs');
  const from = JSON.stringify(join(ROOT, 'local/site-builds/bundles.ts'));
  await writeFile(program, `import { openBundles } from ${from};\nconsole.log(await openBundles(${JSON.stringify(settings)}));`);
  const two = await Promise.all([1, 2].map(() => promisify(execFile)(process.execPath, [program], { cwd: ROOT })));
  const [folder = '', other] = two.map(({ stdout }) => stdout.trim());
  expect(other).toBe(folder);
  expect((await readdir(folder)).toSorted()).toEqual(['client', 'renderer']);
  expect((await readdir(join(folder, '..'))).filter((name) => name.startsWith('.build-'))).toEqual([]);
  await rm(folder, { recursive: true });
});
