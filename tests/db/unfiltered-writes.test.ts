import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { unfilteredWrites } from './sweeps/unfiltered-writes.ts';

const database = await testPostgres();

test.each([
  ['delete from shop.site_changes;', ['delete from shop.site_changes']],
  ['begin update public.products p set price = 0; end', ['update public.products']],
  ['update public.products set price = (select 1 from t where t.id = 1);', ['update public.products']],
  ['with gone as (delete from a returning id) select * from gone where id = 1', ['delete from a']],
  ['delete from a; -- where\nselect 1', ['delete from a']],
  ["update a set note = 'where';", ['update a']],
  ['delete from only a where true;', []],
  ['update a set b = 1 from c where c.id = a.id;', []],
  ['with gone as (delete from a where id = 1 returning id) insert into b select id from gone', []],
  ['insert into a values (1) on conflict (id) do update set b = 1;', []],
  ['select 1 from a for update;', []],
  ['select 1 from a for no key update of a;', []],
  ['create trigger t before insert or update on a for each row execute function f();', []],
])('in %j it finds %j', (sql, found) => {
  expect(unfilteredWrites(sql)).toEqual(found);
});

test('no function updates or deletes rows without WHERE, which hosted databases refuse', async () => {
  const functions = await database.owner<{ name: string; body: string }[]>`
    select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as body
      from pg_proc p where p.pronamespace in ('shop'::regnamespace, 'public'::regnamespace) and p.prokind = 'f'`;
  expect(functions.length).toBeGreaterThan(50);
  const refused = functions
    .map(({ name, body }) => [name, unfilteredWrites(body)] as const)
    .filter(([, writes]) => writes.length > 0);
  expect(refused).toEqual([]);
});
