import { readFile } from 'node:fs/promises';
import type { Sql } from 'postgres';
import { beforeAll, describe, expect, test } from 'vitest';
import { PUBLIC_CATALOGUE as PUBLIC_TABLES } from '#tests/setup/every-operation/public-catalogue.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { AGAINST_THE_BOOKS, NOT_ALLOWED, NOT_WRITABLE, sqlstateOf } from './calls/refusals.ts';
import { fillShop } from './rows/hidden-rows.ts';
import { ACCESS_CHECKS } from './sweeps/visitor-rights.ts';

const VISITORS = ['anon', 'authenticated'] as const;
const PUBLIC_CATALOGUE = PUBLIC_TABLES.map((name) => `public.${name}`);

interface Relation {
  name: string;
  writable_column: string;
  kind: string;
}

const database = await testPostgres();
const owner = database.owner;
const shop = await database.connect(1);
const { ring, jhumka, archived, shownReview } = await fillShop(shop);
const relations = await owner<Relation[]>`
  select format('%I.%I', n.nspname, c.relname) as name, c.relkind as kind,
         (select quote_ident(a.attname) from pg_attribute a
           where a.attrelid = c.oid and a.attnum > 0 and a.attgenerated = '' and a.attidentity = '' limit 1) as writable_column
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname in ('public', 'shop') and c.relkind in ('r', 'p', 'v', 'm', 'f')
   order by 1`;

test('every table of the shop is covered', () => {
  expect(relations.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      ...PUBLIC_CATALOGUE,
      'public.orders',
      'public.order_items',
      'public.stock_history',
      'public.staff',
      'public.mail_outbox',
    ]),
  );
});

test('visitors can read the catalogue, reach nothing else in any way, and would not with every privilege', async () => {
  await owner`begin`;
  try {
    for (const check of ACCESS_CHECKS) expect(await check(owner)).toEqual([]);
  } finally {
    await owner`rollback`;
  }
});

describe.each(VISITORS)('%s', (visitor) => {
  let guest: Sql;

  beforeAll(async () => {
    guest = await database.connect(1, visitor);
  });

  test('reads the public catalogue and no other table', async () => {
    const readable: string[] = [];
    for (const { name } of relations) {
      const answer = await outcome(guest.unsafe(`select * from ${name}`));
      if (answer !== NOT_ALLOWED) readable.push(name);
    }
    expect(readable).toEqual(PUBLIC_CATALOGUE);
  });

  test('writes nothing anywhere', async () => {
    const attempts = relations.flatMap(({ name, kind, writable_column: column }) => [
      `insert into ${name} default values`,
      `insert into ${name} (${column}) values (null)`,
      `update ${name} set ${column} = null where true`,
      `delete from ${name} where true`,
      ...(kind === 'r' ? [`truncate ${name}`] : []),
    ]);
    const allowed: string[] = [];
    for (const statement of attempts) {
      if (![NOT_ALLOWED, NOT_WRITABLE].includes(await outcome(guest.unsafe(statement)))) allowed.push(statement);
    }
    expect(attempts.length).toBeGreaterThan(relations.length);
    expect(allowed).toEqual([]);
  });

  test('creates nothing, in no schema of the shop', async () => {
    for (const schema of ['public', 'shop']) {
      expect(await outcome(guest.unsafe(`create table ${schema}.planted (id integer)`))).toBe(NOT_ALLOWED);
      expect(await outcome(guest.unsafe(`create function ${schema}.planted() returns integer language sql return 1`))).toBe(
        NOT_ALLOWED,
      );
    }
  });

  test.each([
    `select public.place_order('{}', '{}')`,
    `select public.set_order_status('x', 'cancelled', null)`,
    `select public.track_order('ORD-10001', '+923001234567')`,
    `select shop.change_stock('x', 1, 'purchase', null, '', null)`,
    `select shop.refuse('ok')`,
    `select nextval('shop.order_numbers')`,
  ])('is refused %s', async (statement) => {
    expect(await outcome(guest.unsafe(statement))).toBe(NOT_ALLOWED);
  });

  test('sees only active categories, products on sale and published reviews', async () => {
    expect(await guest`select slug from public.categories`).toEqual([{ slug: 'rings' }]);
    expect(await guest`select slug, count::int from public.categories_with_counts`).toEqual([{ slug: 'rings', count: 2 }]);
    expect(await guest`select id from public.products order by name desc`).toEqual([{ id: ring.id }, { id: jhumka.id }]);
    expect(await guest`select id from public.reviews`).toEqual([{ id: shownReview }]);
  });

  test('finds no hidden row by asking for it', async () => {
    expect(await guest`select 1 from public.categories where slug = 'hidden' or not is_active`).toHaveLength(0);
    expect(await guest`select 1 from public.products where id = ${archived.id} or archived_at is not null`).toHaveLength(0);
    expect(await guest`select 1 from public.reviews where not is_published or comment = 'Spam'`).toHaveLength(0);
  });

  test('cannot see the token that edits a review', async () => {
    const columns = await owner<{ column: string }[]>`
      select attname as column from pg_attribute
       where attrelid = 'public.reviews'::regclass and attnum > 0 and not attisdropped and has_column_privilege(${visitor}, attrelid, attnum, 'select')`;
    expect(columns.map(({ column }) => column).filter((column) => /token|hash/.test(column))).toEqual([]);
    expect(await outcome(guest`select token_hash from public.review_edit_tokens`)).toBe(NOT_ALLOWED);
  });

  test('gets the bestsellers, but not how many were sold, and nothing archived', async () => {
    const bestsellers = await guest`select * from public.bestselling_products()`;
    expect(bestsellers.map(({ id }) => id)).toEqual([jhumka.id, ring.id]);
    const [product] = await guest`select * from public.products limit 1`;
    expect(Object.keys(bestsellers[0] ?? {})).toEqual(Object.keys(product ?? {}));
  });
});

test('the API reads every table and runs every function', async () => {
  const unreadable: string[] = [];
  for (const { name } of relations)
    if ((await outcome(shop.unsafe(`select * from ${name} limit 1`))) !== 'done') unreadable.push(name);
  expect(unreadable).toEqual([]);

  const forbidden = await owner`
    select p.oid::regprocedure::text as name from pg_proc p
     where p.pronamespace in ('public'::regnamespace, 'shop'::regnamespace) and p.prorettype <> 'trigger'::regtype
       and not has_function_privilege('service_role', p.oid, 'execute')`;
  expect(forbidden).toEqual([]);
});

test('the API can neither edit nor delete a history row, even with every privilege', async () => {
  expect(await outcome(shop`delete from public.stock_history where true`)).toBe(NOT_ALLOWED);
  expect(await outcome(shop`update public.stock_history set notes = 'never happened' where true`)).toBe(NOT_ALLOWED);
  expect(await outcome(shop`truncate public.stock_history`)).toBe(NOT_ALLOWED);

  await owner`grant all on public.stock_history to service_role`;
  expect(await outcome(shop`delete from public.stock_history where true`)).toBe(AGAINST_THE_BOOKS);
  expect(await outcome(shop`update public.stock_history set notes = 'never happened' where true`)).toBe(AGAINST_THE_BOOKS);
  expect(await outcome(shop`truncate public.stock_history`)).toBe(AGAINST_THE_BOOKS);
});

/** `done`, or the SQLSTATE a statement failed with. */
async function outcome(statement: PromiseLike<unknown>): Promise<string> {
  const [end] = await Promise.allSettled([statement]);
  return end.status === 'fulfilled' ? 'done' : sqlstateOf(Promise.reject(end.reason));
}

test('strangers may execute the functions that SECURITY.md names, and no other', async () => {
  const text = await readFile(new URL('../../SECURITY.md', import.meta.url), 'utf8');
  const named = [...(/only the functions that make the catalogue \(([^)]+)\)/.exec(text)?.[1] ?? '').matchAll(/`(\w+)`/g)].map(
    ([, name]) => name,
  );
  for (const role of VISITORS) {
    const rows = await owner<{ name: string }[]>`
      select distinct p.proname as name from pg_proc p
       where p.pronamespace in ('public'::regnamespace, 'shop'::regnamespace) and p.prorettype <> 'trigger'::regtype
         and has_schema_privilege(${role}, p.pronamespace, 'USAGE') and has_function_privilege(${role}, p.oid, 'EXECUTE')
       order by 1`;
    expect(rows.map(({ name }) => name)).toEqual(named);
  }
});
