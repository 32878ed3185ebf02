import { existsSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { expect, test } from 'vitest';
import { newDatabaseFile, readNewDatabase } from './new-database.ts';

test('the file is for the installed PGlite; after an update `npm run db:new` writes it', () => {
  expect(existsSync(newDatabaseFile())).toBe(true);
});

test('its database is the one that initdb creates', async () => {
  const file = await readNewDatabase();
  if (!file) throw new Error('There is no file for this PGlite');
  const catalogsOf = async (database: PGlite) => {
    const { rows } = await database.query(`
      select version(), current_setting('server_encoding') as encoding,
             (select jsonb_agg(jsonb_build_array(d.datname, d.datcollate, d.datctype, d.datallowconn) order by d.datname) from pg_database d) as databases,
             (select jsonb_agg(r.rolname order by r.rolname) from pg_roles r) as roles,
             (select jsonb_agg(jsonb_build_array(e.extname, e.extversion) order by e.extname) from pg_extension e) as extensions,
             (select jsonb_agg(jsonb_build_array(n.nspname, c.relname, c.relkind) order by n.nspname, c.relname)
                from pg_class c join pg_namespace n on n.oid = c.relnamespace) as relations,
             (select count(*) from pg_proc) as functions, (select count(*) from pg_collation) as collations, (select count(*) from pg_ts_config) as searches`);
    await database.close();
    return rows;
  };
  expect(await catalogsOf(await PGlite.create({ loadDataDir: file }))).toEqual(await catalogsOf(await PGlite.create()));
}, 60_000);
