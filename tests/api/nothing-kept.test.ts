import { expect, test } from 'vitest';
import { API_RUNS_ON } from '#tests/parts.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();

/** Makes the database one that only reads, as a hosted project is whose disk is nearly full, or one that writes again. */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  const value = isReadOnly ? 'on' : 'off';
  // The embedded database has one connection, which all share.
  if (API_RUNS_ON === 'embedded') return void (await shop.rows(`set default_transaction_read_only = ${value}`));
  const [{ name }] = await shop.rows('select current_database() as name');
  await shop.rows(`alter database "${name}" set default_transaction_read_only = ${value}`);
  await shop.rows(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and usename = 'authenticator'`,
  );
}

const health = async () => {
  const { status, json } = await shop.call('GET', '/api/health');
  return { status, database: json.data?.database ?? json.details.database };
};

test('a database that only reads is down, says so on Status, and is up again once it writes', async () => {
  expect(await health()).toEqual({ status: 200, database: 'up' });
  expect((await shop.staff('GET', '/api/status')).json.data.writeProblem).toBeNull();
  await setReadOnly(true);
  await expect.poll(health, { timeout: 10_000 }).toEqual({ status: 503, database: 'down' });
  await expect
    .poll(async () => (await shop.staff('GET', '/api/status')).json.data?.writeProblem, { timeout: 10_000 })
    .toBe('The database only reads, as one does whose disk is nearly full');
  await setReadOnly(false);
  await expect.poll(health, { timeout: 10_000 }).toEqual({ status: 200, database: 'up' });
});
