import { expect, test } from 'vitest';
import { testShop } from '#tests/setup/stack/test-shop.ts';

const shop = await testShop();

test('the nightly purge removes mails sent or given up a month ago and expired limits; waiting mails stay', async () => {
  await shop.rows(`
    insert into mail_outbox (kind, recipient, payload, created_at, sent_at, failed_at)
    select 'contact_message', recipient, '{}', now() - age, case when outcome = 'sent' then now() - age end, case when outcome = 'failed' then now() - age end
      from (values ('sent long ago', 'sent', interval '31 days'), ('sent lately', 'sent', interval '29 days'),
                   ('given up long ago', 'failed', interval '31 days'), ('waits for long', 'waiting', interval '90 days')) mails (recipient, outcome, age);
    insert into rate_limits (bucket, window_ends_at, hits)
    values ('ended', now() - interval '1 second', 9), ('running', now() + interval '1 hour', 9);`);
  await shop.runScheduled('housekeeping');
  expect(await shop.rows('select recipient from mail_outbox order by recipient')).toEqual([
    { recipient: 'sent lately' },
    { recipient: 'waits for long' },
  ]);
  expect(await shop.rows('select bucket from rate_limits')).toEqual([{ bucket: 'running' }]);
});

const limits = async () => (await shop.rows('select bucket from rate_limits order by bucket')).map(({ bucket }) => bucket);
const addEndedLimit = (bucket: string) =>
  shop.rows(`insert into rate_limits (bucket, window_ends_at, hits) values ('${bucket}', now() - interval '1 second', 9)`);
/** Pretends that it was last done then. */
const lastDone = (moment: string) => shop.rows(`update shop.job_runs set done_at = ${moment} where name = 'purge_expired'`);
/** Two at night in Pakistan, the last time it was. */
const TONIGHT = `(((now() at time zone 'Asia/Karachi') - interval '2 hours')::date + interval '2 hours') at time zone 'Asia/Karachi'`;

test('the purge runs once a night, however often housekeeping runs', async () => {
  await shop.rows('delete from rate_limits where true');
  await lastDone(TONIGHT);
  await addEndedLimit('since then');
  await shop.runScheduled('housekeeping');
  expect(await limits()).toEqual(['since then']);

  await lastDone(`${TONIGHT} - interval '1 second'`);
  await Promise.all([shop.runScheduled('housekeeping'), shop.runScheduled('housekeeping')]);
  expect(await limits()).toEqual([]);
  await addEndedLimit('later');
  await shop.runScheduled('housekeeping');
  expect(await limits()).toEqual(['later']);
});

test('a failed purge is repeated by the next run, and does not stop mails and builds', async () => {
  await shop.rows('delete from mail_outbox where true');
  await shop.rows(`insert into mail_outbox (kind, recipient, payload) values ('contact_message', 'owner@shop.test', '{}')`);
  await lastDone(`${TONIGHT} - interval '1 second'`);
  await shop.rows('alter table rate_limits rename to lost');
  await expect(shop.runScheduled('housekeeping')).rejects.toThrow('500');
  expect(await shop.rows('select attempts from mail_outbox')).toEqual([{ attempts: 1 }]);

  await shop.rows('alter table lost rename to rate_limits');
  await shop.runScheduled('housekeeping');
  expect(await limits()).toEqual([]);
});
