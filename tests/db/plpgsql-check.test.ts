import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { INSTALLED_POSTGRES } from '#tests/setup/stack/postgres-server.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';

const installed = INSTALLED_POSTGRES !== undefined && existsSync(join(INSTALLED_POSTGRES, 'lib/plpgsql_check.so'));
if (!installed)
  console.info('Skipped: plpgsql_check is not installed (Debian: postgresql-15-plpgsql-check, beside pg-safeupdate).');

const database = await testPostgres();
// What `supabase db push` makes, and the report for the doctor reads.
await database.owner`create schema supabase_migrations`;
await database.owner`create table supabase_migrations.schema_migrations (version text primary key)`;

/** A text that is read as JSON, which is how the words of a refusal come. */
const READ_AS_JSON = 'cast "text" value to "jsonb" type';

test.skipIf(!installed)('plpgsql_check finds no fault in any function, for each table its trigger is on', async () => {
  const superuser = database.open({ user: 'supabase_admin', max: 1 });
  await superuser`create extension plpgsql_check`;
  await superuser`create function shop.is_checked() returns void language plpgsql set search_path = '' as 'begin perform nothing(); end'`;
  const found = await superuser<{ name: string; message: string; detail: string | null; line: number }[]>`
    select distinct p.oid::regproc::text as name, c.lineno as line, c.message, c.detail
      from pg_proc p join pg_language l on l.oid = p.prolang left join pg_trigger t on t.tgfoid = p.oid
     cross join lateral plpgsql_check_function_tb(
       p.oid, coalesce(t.tgrelid, 0), oldtable := t.tgoldtable, newtable := t.tgnewtable, extra_warnings := true, security_warnings := true
     ) c
     where l.lanname = 'plpgsql' and p.pronamespace in ('public'::regnamespace, 'shop'::regnamespace)`;
  const faults = found
    .filter(({ detail }) => detail !== READ_AS_JSON)
    .map(({ name, line, message }) => `${name}:${line} ${message}`);
  expect(faults).toEqual(['shop.is_checked:1 function nothing() does not exist']);
});
