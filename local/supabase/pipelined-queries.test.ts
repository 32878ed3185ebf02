import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PgliteConnection } from '@supabase/lite/pglite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ROOT } from '../settings.ts';
import { PATCHED_VERSION, pipelineQueries } from './pipelined-queries.ts';

const database = new PgliteConnection({ url: 'memory://' }).driver;
const originalQuery = database.query.bind(database);

beforeAll(async () => {
  await database.exec(
    `create table rings (id int, name text, tags text[], about jsonb, seen timestamptz, photo bytea, is_new bool, price numeric)`,
  );
  pipelineQueries(database);
}, 120_000);

afterAll(() => database.close());

test('the patch fits the installed PGlite, whose own query still takes six round trips', async () => {
  const { version } = JSON.parse(await readFile(join(ROOT, 'node_modules/@electric-sql/pglite/package.json'), 'utf8'));
  expect(version).toBe(PATCHED_VERSION);
  const roundTrips = vi.spyOn(database, 'execProtocolStream');
  await originalQuery('select $1::int as n', [1]);
  expect(roundTrips).toHaveBeenCalledTimes(6);
  await database.query('select $1::int as n', [1]);
  expect(roundTrips).toHaveBeenCalledTimes(7);
  roundTrips.mockRestore();
});

test.each<[string, unknown[]?]>([
  [
    `select 1 as one, null as nothing, 'null'::jsonb as empty, '{"a": [1, null]}'::jsonb as json, true as yes, 2::bigint as two, 1.50 as price`,
  ],
  [`select array['a', null, 'b "c"'] as texts, array[1, 2] as numbers, '\\x00ff'::bytea as bytes, '2026-11-01'::date as day`],
  [
    `select $1::text as text, $2::int as number, $3::bool as yes, $4::jsonb as json, $5::text as nothing`,
    ['Jhumka “—”', -7, false, '{"a":1}', null],
  ],
  [`select $1::text as text, $2::jsonb as json, $3::jsonb as number`, ['', { a: ['x'] }, 3]],
  [
    `select $1::timestamptz as moment, $2::text[] as texts, $3::bytea as bytes`,
    [1_700_000_000_000, ['a', 'b'], new Uint8Array([0, 255])],
  ],
  [`insert into rings (id, name, tags, about) select n, $1, array['x'], '[]' from generate_series(1, 3) n`, ['Ring']],
  [`insert into rings (id, seen, is_new) values ($1, $2, $3) returning id, is_new`, [9, new Date(0), true]],
  [`update rings set price = 2`],
  [`select count(*), sum(price) from rings where false`],
  [`delete from rings`],
  [`select`],
  [`set local lock_timeout = 0`],
  [``],
])('%s has the result of PGlite’s own query', async (statement, values) => {
  await database.exec('begin');
  const expected = await originalQuery(statement, values);
  await database.exec('rollback; begin');
  const result = await database.query(statement, values);
  await database.exec('rollback');
  expect(result).toEqual(expected);
});

test.each([`select 1 / 0`, `select nothing`, `selec`, `select $1::int`])(
  '"%s" fails with PGlite’s own error, and the next statement succeeds',
  async (statement) => {
    const values = statement.includes('$1') ? ['no number'] : [];
    const expected = await originalQuery(statement, values).catch(({ code, message }) => ({ code, message }));
    expect(await database.query(statement, values).catch(({ code, message }) => ({ code, message }))).toEqual(expected);
    expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  },
);

test('simultaneous statements get their own results', async () => {
  const results = await Promise.all(Array.from({ length: 50 }, (_, n) => database.query('select $1::int as n', [n])));
  expect(results.map(({ rows }) => rows)).toEqual(Array.from({ length: 50 }, (_, n) => [{ n }]));
});

test.each([
  ['{x}', ['x']],
  ['{"a":1}', { a: 1 }],
])('%s that was parsed as a list or object is text for a text column', async (text, value) => {
  const { rows } = await database.query('select name from rings where name = $1', [value]);
  expect(rows).toEqual([]);
  expect((await database.query('select $1::text as text', [value])).rows).toEqual([{ text }]);
});

test('what opens a transaction travels with the statement after it', async () => {
  const roundTrips = vi.spyOn(database, 'execProtocolStream');
  for (const name of ['Jhumka', 'Kara']) {
    await database.query('BEGIN');
    await database.query(`SELECT set_config('shop.ring', $1, true)`, [name]);
    await database.query(`SELECT set_config('shop.size', '', true)`);
    const { rows, fields } = await database.query(
      `select current_setting('shop.ring') as ring, current_setting('shop.size') as size`,
    );
    expect(rows).toEqual([{ ring: name, size: '' }]);
    expect(fields.map((field) => field.name)).toEqual(['ring', 'size']);
    await database.query('COMMIT');
  }
  expect(roundTrips).toHaveBeenCalledTimes(4);
  roundTrips.mockRestore();
  expect((await database.query(`select current_setting('shop.ring', true) as ring`)).rows).toEqual([{ ring: '' }]);
});

test('an opening that fails is the failure of the statement after it, and the next transaction succeeds', async () => {
  const transaction = async (role: string) => {
    await database.query('BEGIN');
    await database.query(`SELECT set_config('role', $1, true)`, [role]);
    return database.query('select current_user::text as name');
  };
  await expect(transaction('nobody')).rejects.toThrow('role "nobody" does not exist');
  await database.query('ROLLBACK');
  expect((await transaction('postgres')).rows).toEqual([{ name: 'postgres' }]);
  await database.query('ROLLBACK');
});

test('all settings of an opening are one statement, in their order', async () => {
  await database.query('BEGIN');
  await database.query(`SELECT set_config('shop.ring', $1, true)`, ['Jhumka']);
  await database.query(`SELECT set_config('shop.size', '2.4', true)`);
  await database.query(`SELECT set_config('shop.ring', $1, true)`, ['Kara']);
  const { rows } = await database.query(
    `select current_setting('shop.ring') as ring, count(*)::int as statements from pg_prepared_statements where statement like 'SELECT set_config(%shop.ring%shop.size%shop.ring%'`,
  );
  expect(rows).toEqual([{ ring: 'Kara', statements: 1 }]);
  await database.query('COMMIT');
});

const preparedStatements = async (like: string) =>
  (await originalQuery<{ name: string }>('select name from pg_prepared_statements where statement like $1', [like])).rows;

test('a statement stays prepared, also when it fails once, and those used last of more than a hundred stay', async () => {
  const half = (n: number) => database.query('select 10 / $1::int as half', [n]);
  await half(2);
  const [name] = await preparedStatements('select 10 / %');
  await expect(half(0)).rejects.toThrow('division by zero');
  expect((await half(5)).rows).toEqual([{ half: 2 }]);
  expect(await preparedStatements('select 10 / %')).toEqual([name]);

  for (let n = 0; n < 150; n += 1) {
    await database.query(`select ${n} as counted`);
    if (n % 50 === 0) await half(1);
  }
  expect(await preparedStatements('select 10 / %')).toEqual([name]);
  expect(await preparedStatements('select 0 as counted')).toEqual([]);
  expect((await preparedStatements('%')).length).toBeLessThanOrEqual(101);
});

test('statements that fail when they are first prepared leave nothing behind', async () => {
  for (let n = 0; n < 3; n += 1) await expect(database.query('select 1 / $1::int as never', ['0'])).rejects.toThrow();
  await database.query('select 1 as one');
  expect(await preparedStatements('select 1 / $1::int as never')).toEqual([]);
});

test('a script may change the columns that a statement returns', async () => {
  await database.exec('create table boxes (id int); insert into boxes values (1)');
  expect((await database.query('select * from boxes')).rows).toEqual([{ id: 1 }]);
  await database.exec('alter table boxes add colour text');
  expect((await database.query('select * from boxes')).rows).toEqual([{ id: 1, colour: null }]);
});

test.each([
  ['a script', () => database.exec(`insert into rings (id) values (77)`)],
  [
    'a statement with values that PGlite itself writes',
    () => database.query('insert into rings (id, seen) values ($1, $2)', [77, new Date(0)]),
  ],
])('%s runs in the transaction that was opened before it', async (_, write) => {
  await database.query('BEGIN');
  await write();
  await database.query('ROLLBACK');
  expect((await database.query('select from rings where id = 77')).rows).toEqual([]);
});
