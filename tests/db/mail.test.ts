import type { ISql } from 'postgres';
import { beforeEach, expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { race } from './calls/race.ts';

const database = await testPostgres();
const shop = await database.connect(20);
beforeEach(async () => {
  await shop`delete from mail_outbox where true`;
});

const addMails = (count: number) =>
  shop`insert into mail_outbox (kind, recipient, payload, admitted_at) select 'contact_message', 'owner@shop.test', '{}', now() from generate_series(1, ${count})`;

/** The ids of the mails that a sender gets. */
async function claim(sender: ISql, most: number): Promise<string[]> {
  const [answer] = await sender<{ mails: { id: string }[] }[]>`select claim_mails(${most}) as mails`;
  return (answer?.mails ?? []).map(({ id }) => id);
}

test('twenty senders at once never get the same mail', async () => {
  await addMails(60);
  const { done } = await race(20, () => claim(shop, 5));
  const claimed = done.flat();
  expect(claimed).toHaveLength(60);
  expect(new Set(claimed).size).toBe(60);
});

test('a sender takes the next mails instead of waiting for another sender’s', async () => {
  await addMails(4);
  await shop.begin(async (slow) => {
    const first = await claim(slow, 3);
    // Waiting would last as long as this transaction.
    const second = await shop.begin(async (quick) => {
      await quick`set local lock_timeout = '2s'`;
      return claim(quick, 3);
    });
    expect([first.length, second.length]).toEqual([3, 1]);
    expect(first).not.toContain(second[0]);
  });
});

test('the oldest mails are taken first', async () => {
  await shop`insert into mail_outbox (kind, recipient, payload, admitted_at, next_attempt_at)
    select 'contact_message', 'reader-' || n, '{}', now(), now() - make_interval(mins => n) from generate_series(1, 3) as n`;
  const [answer] = await shop<{ mails: { recipient: string }[] }[]>`select claim_mails(2) as mails`;
  expect(answer?.mails.map(({ recipient }) => recipient)).toEqual(['reader-3', 'reader-2']);
});

test('a sender that reports too late does not change a mail’s result', async () => {
  await addMails(1);
  const [id] = await claim(shop, 1);
  await shop`select record_mails(${shop.json([{ id: id ?? '', outcome: 'sent' }])})`;
  await shop`select record_mails(${shop.json([{ id: id ?? '', outcome: 'failed', error: 'send failed (0): network error' }])})`;
  const [row] = await shop`select sent_at is not null as sent, last_error from mail_outbox`;
  expect(row).toEqual({ sent: true, last_error: null });
});
