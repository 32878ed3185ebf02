import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { testShop } from '#tests/setup/stack/test-shop.ts';

const shop = await testShop();

/** Every function that has a schedule, as its file exports it. */
const scheduledFunctions = async () => {
  const folder = new URL('../../functions/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts'));
  const files = await Promise.all(names.map(async (name) => ({ name, ...(await import(new URL(name, folder).href)) })));
  return files.filter(({ config }) => config?.schedule);
};

/** What the schedules work on, none of it due. */
const state = async () => [
  await shop.rows('select recipient, attempts, sent_at, failed_at from mail_outbox order by recipient'),
  await shop.rows('select bucket, hits from rate_limits order by bucket'),
  await shop.rows('select status from site_builds order by status'),
];

test('calling a scheduled function over HTTP does only what is due, and a visit is not found', async () => {
  await shop.rows(`
    insert into mail_outbox (kind, recipient, payload, next_attempt_at)
    values ('contact_message', 'later@shop.test', '{}', now() + interval '1 hour');
    insert into rate_limits (bucket, window_ends_at, hits) values ('running', now() + interval '1 hour', 9);
    insert into shop.job_runs (name, done_at) values ('purge_expired', now());
    delete from site_builds where true;
    insert into site_builds (status, started_at) values ('running', now());`);
  const before = await state();
  const functions = await scheduledFunctions();
  // Each call of a schedule counts against the plan: these are 51,840 a month.
  expect(functions.map(({ name, config }) => [name, config.schedule])).toEqual([
    ['courier-polls.ts', '* * * * *'],
    ['housekeeping.ts', '*/5 * * * *'],
  ]);

  for (const { name, default: handler } of functions) {
    const address = `http://shop.test/.netlify/functions/${name.replace('.ts', '')}`;
    const visit = await handler(new Request(address));
    expect([visit.status, await visit.text()], name).toEqual([404, 'Not found']);
    const calls = [1, 2, 3].map(() => handler(new Request(address, { method: 'POST', body: '{"next_run":"forged"}' })));
    expect(
      (await Promise.all(calls)).map(({ status }) => status),
      name,
    ).toEqual([204, 204, 204]);
  }
  expect(await state()).toEqual(before);
  // What the doctor looks at.
  const heartbeat = `select done_at > now() - interval '1 minute' as lately from shop.job_runs where name = 'housekeeping'`;
  expect(await shop.rows(heartbeat)).toEqual([{ lately: true }]);
});
