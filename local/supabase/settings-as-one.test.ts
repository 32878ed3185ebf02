import { PgliteConnection } from '@supabase/lite/pglite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { settingsAsOne } from './settings-as-one.ts';

const database = new PgliteConnection({ url: 'memory://' }).driver;

beforeAll(async () => {
  await database.exec('create table rings (id int, name text)');
  settingsAsOne(database);
});

afterAll(() => database.close());

test('the settings of a transaction are one statement, in their order, and end with it', async () => {
  const roundTrips = vi.spyOn(database, 'execProtocolStream');
  await database.query('BEGIN');
  const opened = roundTrips.mock.calls.length;
  await database.query(`SELECT set_config('shop.ring', $1, true)`, ['Jhumka']);
  await database.query(`SELECT set_config('shop.size', '2.4', true)`);
  await database.query(`SELECT set_config('shop.ring', $1, true)`, ['Kara']);
  expect(roundTrips.mock.calls.length).toBe(opened);
  const { rows } = await database.query(`select current_setting('shop.ring') as ring, current_setting('shop.size') as size`);
  expect(rows).toEqual([{ ring: 'Kara', size: '2.4' }]);
  expect(roundTrips.mock.calls.length).toBe(3 * opened);
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
