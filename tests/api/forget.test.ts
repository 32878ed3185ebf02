import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedShop, startEmbeddedShop } from '#tests/setup/embedded-shop.ts';

let shop: EmbeddedShop;
beforeAll(async () => {
  shop = await startEmbeddedShop();
});
afterAll(() => shop.stop());

test('at night mails that were sent or given up a month ago are forgotten, and limits that have ended; what waits stays', async () => {
  await shop.rows(`
    insert into mail_outbox (kind, recipient, payload, created_at, sent_at, failed_at)
    select 'contact_message', recipient, '{}', now() - age, case when outcome = 'sent' then now() - age end, case when outcome = 'failed' then now() - age end
      from (values ('sent long ago', 'sent', interval '31 days'), ('sent lately', 'sent', interval '29 days'),
                   ('given up long ago', 'failed', interval '31 days'), ('waits for long', 'waiting', interval '90 days')) mails (recipient, outcome, age);
    insert into rate_limits (bucket, window_ends_at, hits)
    values ('ended', now() - interval '1 second', 9), ('running', now() + interval '1 hour', 9);`);
  await shop.runScheduled('forget');
  expect(await shop.rows('select recipient from mail_outbox order by recipient')).toEqual([
    { recipient: 'sent lately' },
    { recipient: 'waits for long' },
  ]);
  expect(await shop.rows('select bucket from rate_limits')).toEqual([{ bucket: 'running' }]);
});
