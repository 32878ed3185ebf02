import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type EmbeddedSupabase, startEmbeddedSupabase } from '#local/supabase/embedded.ts';
import { newSupabaseKeys } from '#local/supabase/keys.ts';
import { freePort } from '#tests/setup/stack/free-port.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'shop-embedded-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

const keys = newSupabaseKeys();

/** Starts one with its files in a folder: the same one again, or a new one. */
async function start(folder: string, database = join(home, folder, 'postgres')): Promise<EmbeddedSupabase> {
  await mkdir(join(home, folder), { recursive: true });
  return startEmbeddedSupabase({ ...keys, home: join(home, folder), database, port: await freePort() });
}

const categoriesOf = async ({ url }: EmbeddedSupabase) => {
  const answer = await fetch(`${url}/rest/v1/categories?select=name`, { headers: { apikey: keys.publishableKey } }).catch(
    () => null,
  );
  return answer?.json();
};

const ANKLETS = "insert into public.categories (name, slug) values ('Anklets', 'anklets')";

test('an incomplete new database is created again, a complete one is kept, and one of another version of the shop is refused', async () => {
  const database = join(home, 'cut-off/postgres');
  await mkdir(database, { recursive: true });
  await writeFile(join(database, 'PG_VERSION'), '17');
  await writeFile(`${database}.unfinished`, '');

  const first = await start('cut-off');
  await first.sql(ANKLETS);
  await first.stop();
  const second = await start('cut-off');
  expect(await second.sql('select name from public.categories')).toEqual([{ name: 'Anklets' }]);
  await second.sql("insert into supabase_migrations.schema_migrations (version) values ('20261101003800')");
  await second.stop();
  await expect(start('cut-off')).rejects.toThrow(
    'another version of the shop made this data folder (migration 20261101003800). Save it with that version: "npm run backup -- my-shop"',
  );
});

test('a database that is killed is started again, with everything that was committed, at the same address; told to stop meanwhile, it stops at once', async () => {
  const supabase = await start('killed');
  const complained = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => complained.mockRestore());
  await supabase.sql(ANKLETS);
  const kill = () => process.kill(supabase.pid() as number, 'SIGKILL');
  kill();
  await expect.poll(() => categoriesOf(supabase), { timeout: 30_000 }).toEqual([{ name: 'Anklets' }]);
  expect(await supabase.sql('select name from public.categories')).toEqual([{ name: 'Anklets' }]);

  kill();
  await expect.poll(() => complained.mock.calls.length, { timeout: 20_000 }).toBe(2);
  const began = performance.now();
  await supabase.stop();
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(complained).toHaveBeenCalledTimes(2);
});

test('what a database was asked when it is told to stop complains no more', async () => {
  const supabase = await start('stopped', 'memory://');
  const complained = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => complained.mockRestore());
  const asked = supabase.sql('select pg_sleep(60)').then(
    () => 'an answer',
    () => 'a complaint',
  );
  const killed = supabase.pid() as number;
  await supabase.stop();
  expect(() => process.kill(killed, 0)).toThrow('ESRCH');
  expect(await Promise.race([asked, setTimeout(100, 'nothing')])).toBe('nothing');
  expect(complained).not.toHaveBeenCalled();
});

test('a failed transaction that was left open does not block the shop, and the log names nobody', async () => {
  const supabase = await start('log', 'memory://');
  await supabase.sql('begin');
  await expect(supabase.sql('select 1 / 0')).rejects.toThrow();
  await expect(supabase.sql('select 1')).rejects.toThrow();
  await expect.poll(() => categoriesOf(supabase), { timeout: 20_000 }).toEqual([]);

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
  expect(await readFile(join(home, 'log/supabase.log'), 'utf8')).not.toMatch(/kaleem|example\.com/i);
});

test.runIf(process.platform === 'linux')(
  'a log on a full disk takes nothing else down',
  async () => {
    await mkdir(join(home, 'full'));
    await symlink('/dev/full', join(home, 'full/supabase.log'));
    const supabase = await start('full', 'memory://');
    await fetch(`${supabase.url}/rest/v1/nothing_of_this_name`, { headers: { apikey: keys.publishableKey } });
    expect(await categoriesOf(supabase)).toEqual([]);
    await supabase.stop();
  },
  60_000,
);
