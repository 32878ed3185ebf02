import { PgliteConnection } from '@supabase/lite/pglite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fewerRoundTrips, forgetUnusedArrays } from './fewer-round-trips.ts';

const database = new PgliteConnection({ url: 'memory://' }).driver;

beforeAll(async () => {
  await database.exec(
    `create type metal as enum ('gold', 'silver'); create table rings (id int, name text, metals metal[], sizes text[])`,
  );
  await database.refreshArrayTypes();
  fewerRoundTrips(database);
});

afterAll(() => database.close());

test('what opens a transaction travels with the statement after it, in its order, and ends with it', async () => {
  const roundTrips = vi.spyOn(database, 'execProtocolStream');
  await database.exec('select 1');
  const ofOneScript = roundTrips.mock.calls.length;
  roundTrips.mockClear();
  await database.query('BEGIN');
  await database.query(`SELECT set_config('shop.ring', $1, true)`, ['Jhumka']);
  await database.query('SET LOCAL transaction_read_only = on');
  await database.query(`SELECT set_config('shop.size', '2.4', true)`);
  await database.query(`SELECT set_config('shop.ring', $1, true)`, ['Kara']);
  expect(roundTrips.mock.calls.length).toBe(0);
  const { rows } = await database.query(
    `select current_setting('shop.ring') as ring, current_setting('shop.size') as size, current_setting($1) as read_only`,
    ['transaction_read_only'],
  );
  expect(rows).toEqual([{ ring: 'Kara', size: '2.4', read_only: 'on' }]);
  expect(roundTrips.mock.calls.length).toBe(ofOneScript);
  roundTrips.mockRestore();
  await database.query('COMMIT');
  expect((await database.query(`select current_setting('shop.ring', true) as ring`)).rows).toEqual([{ ring: '' }]);
});

/** As the Data API spells it. */
const RESPONSE = `
        SELECT current_setting('response.status', true) AS status,
               current_setting('response.headers', true) AS headers
      `;

const call = async (statement: string, values: unknown[] = []) => {
  await database.query('BEGIN');
  await database.query(`SELECT set_config('response.status', '', true)`);
  await database.query(`SELECT set_config('response.headers', '', true)`);
  return database.query(statement, values);
};

test('what a call sets for its response is read with it, and again after any other statement', async () => {
  const roundTrips = vi.spyOn(database, 'execProtocolStream');
  expect((await call(`select set_config('response.status', $1, true) as set`, ['201'])).rows).toEqual([{ set: '201' }]);
  roundTrips.mockClear();
  expect((await database.query(RESPONSE)).rows).toEqual([{ status: '201', headers: '' }]);
  expect(roundTrips.mock.calls.length).toBe(0);
  roundTrips.mockRestore();
  await database.query('COMMIT');

  await call('select 1');
  await database.query(`select set_config('response.status', '409', true)`);
  expect((await database.query(RESPONSE)).rows).toEqual([{ status: '409', headers: '' }]);
  await database.query('ROLLBACK');
});

test('a statement that fails leaves a failed transaction, and says which statement with which values it was', async () => {
  await expect(call('select 1 / $1::int', [0])).rejects.toMatchObject({
    code: '22012',
    query: 'select 1 / $1::int',
    params: [0],
  });
  await expect(database.query('select 1')).rejects.toMatchObject({ code: '25P02' });
  await database.query('ROLLBACK');
  expect((await database.query('select $1::int as one', [1])).rows).toEqual([{ one: 1 }]);
});

test('a value that cannot be written into a script travels by itself, in the same transaction', async () => {
  const changed = await call('insert into rings (id, sizes) select 3, $1 returning sizes', [['2.4', "'"]]);
  expect(changed).toMatchObject({ rows: [{ sizes: ['2.4', "'"] }], affectedRows: 1 });
  await database.query('ROLLBACK');
  expect((await database.query('select from rings where id = $1', [3])).rows).toEqual([]);
});

test('a setting that fails is the failure of the statement after it, and the next transaction succeeds', async () => {
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

test('a script has the settings that were given before it', async () => {
  await database.query('BEGIN');
  await database.query(`SELECT set_config('shop.ring', 'Kara', true)`);
  await database.exec(`insert into rings select 1, current_setting('shop.ring')`);
  await database.query('COMMIT');
  expect((await database.query('select name from rings')).rows).toEqual([{ name: 'Kara' }]);
});

test.each([
  ['{x}', ['x']],
  ['{"a":1}', { a: 1 }],
])('%s that was parsed as a list or object is text for a text column', async (text, value) => {
  expect((await database.query('select name from rings where name = $1', [value])).rows).toEqual([]);
  expect((await database.query('select $1::text as text', [value])).rows).toEqual([{ text }]);
});

test('arrays of the shop’s columns are read as lists; how to read others is forgotten', async () => {
  const before = Object.keys(database.parsers).length;
  await forgetUnusedArrays(database);
  expect(Object.keys(database.parsers).length).toBeLessThan(before / 4);
  await database.query('insert into rings values ($1, $2, $3, $4)', [2, 'Kangan', ['gold', 'silver'], ['2.4', '2.6']]);
  const { rows } = await database.query('select id, metals, sizes, true as shown from rings where id = 2');
  expect(rows).toEqual([{ id: 2, metals: ['gold', 'silver'], sizes: ['2.4', '2.6'], shown: true }]);
});
