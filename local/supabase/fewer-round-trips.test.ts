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

test('the settings of a transaction are one statement, in their order, and end with it', async () => {
  const roundTrips = vi.spyOn(database, 'execProtocolStream');
  await database.query('BEGIN');
  const asScript = roundTrips.mock.calls.length;
  await database.query('select $1::int', [1]);
  const withValues = roundTrips.mock.calls.length - asScript;
  expect(asScript).toBeLessThan(withValues);
  roundTrips.mockClear();
  await database.query(`SELECT set_config('shop.ring', $1, true)`, ['Jhumka']);
  await database.query(`SELECT set_config('shop.size', '2.4', true)`);
  await database.query(`SELECT set_config('shop.ring', $1, true)`, ['Kara']);
  expect(roundTrips.mock.calls.length).toBe(0);
  const { rows } = await database.query(`select current_setting('shop.ring') as ring, current_setting('shop.size') as size`);
  expect(rows).toEqual([{ ring: 'Kara', size: '2.4' }]);
  expect(roundTrips.mock.calls.length).toBe(withValues + asScript);
  roundTrips.mockRestore();
  await database.query('COMMIT');
  expect((await database.query(`select current_setting('shop.ring', true) as ring`)).rows).toEqual([{ ring: '' }]);
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
