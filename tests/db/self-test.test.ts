import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addProduct } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(2);
await addProduct(shop, { stock: 5 });
await database.owner`insert into public.customers (name, email) values ('Hina', 'hina@example.com')`;
await shop`insert into public.mail_outbox (kind, recipient, payload) values ('contact_message', 'owner@shop.test', '{}')`;

const selfTest = async () => {
  const [row] = await shop`select public.self_test() as problems`;
  return row?.['problems'];
};

/** Every row of every table of the shop. */
const everything = async () => {
  const tables = await database.owner<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'shop') and table_type = 'BASE TABLE' order by 1`;
  const rows = tables.map(({ name }) =>
    database.owner.unsafe(`select '${name}' as name, to_jsonb(t) as row from ${name} t order by 2::text`),
  );
  return (await Promise.all(rows)).flat();
};

test('the self-test does the shop’s work on its database, and leaves nothing behind', async () => {
  const before = await everything();
  expect(await selfTest()).toEqual([]);
  expect(await everything()).toEqual(before);
});

test.each([
  ['revoke delete on shop.site_changes from service_role', ['claim and finish a build', 'repeat a build']],
  ['revoke delete on public.rate_limits from service_role', ['remove what has served its purpose']],
  ['revoke update on public.mail_outbox from service_role', ['send mails']],
  ['revoke update on public.rate_limits from service_role', ['count calls']],
  ['revoke update on public.shop_settings from service_role', ['save settings']],
  ['revoke insert on public.stock_history from service_role', ['move stock']],
  ['revoke insert on public.payments from service_role', ['book a payment']],
  ['revoke update on shop.job_runs from service_role', ['note that housekeeping ran']],
])('after %s it names what cannot be done, and all of that', async (damage, works) => {
  const repair = damage.replace('revoke', 'grant').replace('from', 'to');
  await database.owner.unsafe(damage);
  const problems = await selfTest();
  await database.owner.unsafe(repair);
  expect(problems.map(({ work }: { work: string }) => work)).toEqual(works);
  for (const { problem } of problems) expect(problem).toContain('permission denied');
  expect(await selfTest()).toEqual([]);
});
