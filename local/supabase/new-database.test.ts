import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '#tests/setup/free-port.ts';
import { MIGRATIONS, startEmbeddedSupabase } from './embedded.ts';
import { newSupabaseKeys } from './keys.ts';
import { newDatabaseFile } from './new-database.ts';

const folder = await mkdtemp(join(tmpdir(), 'shop-new-database-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Each is applied at every first start, and again for most files of the API's tests if nothing was kept. */
const MOST_MISSING = 10;

test('the project’s file was made by the installed packages of its migrations, and lacks few; `npm run db:new` writes it', async () => {
  expect((await newDatabaseFile(MIGRATIONS))?.missing).toBeLessThanOrEqual(MOST_MISSING);
});

test('a file of other migrations is not used', async () => {
  const migrations = await mkdtemp(join(folder, 'migrations-'));
  expect(await readdir(migrations)).toEqual([]);
  expect(await newDatabaseFile(migrations)).toBeUndefined();
});

/** Everything a database consists of, in an order of its own. */
const CONTENTS = {
  server: `select version(), d.datname, pg_encoding_to_char(d.encoding) as encoding, d.datcollate, d.datctype, d.datistemplate from pg_database d where d.datname = current_database()`,
  roles: `select r.rolname, r.rolsuper, r.rolbypassrls, r.rolcanlogin, r.rolinherit, r.rolconfig from pg_roles r order by 1`,
  extensions: `select e.extname, e.extversion from pg_extension e order by 1`,
  schemas: `select n.nspname, n.nspacl::text from pg_namespace n where n.nspname !~ '^pg_(toast_)?temp' order by 1`,
  relations: `select c.oid::regclass::text as name, c.relkind, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity, c.reloptions, c.relacl::text,
      case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end as view
    from pg_class c where c.relnamespace <> 'pg_toast'::regnamespace order by 1`,
  columns: `select a.attrelid::regclass::text as relation, a.attname, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull, a.attidentity,
      a.attgenerated, a.attacl::text, pg_get_expr(d.adbin, d.adrelid) as value
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attnum > 0 and not a.attisdropped and a.attrelid::regclass::text !~ '^pg_toast' order by 1, 2`,
  constraints: `select c.conrelid::regclass::text as relation, c.conname, pg_get_constraintdef(c.oid) as rule from pg_constraint c order by 1, 2, 3`,
  indexes: `select i.schemaname, i.indexname, i.indexdef from pg_indexes i order by 1, 2`,
  functions: `select p.oid::regprocedure::text as name, md5(p.prosrc) as source, p.prosecdef, p.provolatile, p.proconfig, p.proacl::text from pg_proc p order by 1, 2`,
  triggers: `select t.tgrelid::regclass::text as relation, pg_get_triggerdef(t.oid) as rule, t.tgenabled from pg_trigger t where not t.tgisinternal order by 1, 2`,
  policies: `select * from pg_policies order by 1, 2, 3`,
  enums: `select e.enumtypid::regtype::text as type, e.enumlabel, e.enumsortorder from pg_enum e order by 1, 3`,
  defaults: `select d.defaclrole::regrole::text as role, d.defaclnamespace::regnamespace::text as schema, d.defaclobjtype, d.defaclacl::text from pg_default_acl d order by 1, 2, 3`,
  comments: `select d.classoid::regclass::text as kind, md5(d.description) as text, count(*)::int from pg_description d group by 1, 2 order by 1, 2`,
  rows: `select c.oid::regclass::text as relation,
      (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %s', c.oid::regclass), false, true, '')))[1]::text as number
    from pg_class c where c.relkind = 'r' and c.relnamespace::regnamespace::text !~ '^(pg_|information_schema)' order by 1`,
  sequences: `select s.schemaname, s.sequencename, s.last_value::text from pg_sequences s order by 1, 2`,
};

async function contentsOf(fromScratch: boolean) {
  const home = await mkdtemp(join(folder, 'home-'));
  const supabase = await startEmbeddedSupabase({
    ...newSupabaseKeys(),
    home,
    database: fromScratch ? 'memory://' : join(home, 'postgres'),
    port: await freePort(),
    fromScratch,
  });
  const contents: Record<string, unknown[]> = {};
  for (const [kind, sql] of Object.entries(CONTENTS)) contents[kind] = await supabase.sql(sql);
  await supabase.stop();
  return contents;
}

test('a database that begins with the file is the one that initdb and all migrations make', async () => {
  const [unpacked, made] = await Promise.all([contentsOf(false), contentsOf(true)]);
  for (const [kind, rows] of Object.entries(made)) {
    expect(rows.length, kind).toBeGreaterThan(0);
    expect(unpacked[kind], kind).toEqual(rows);
  }
}, 180_000);
