import { beforeEach, describe, expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { race } from './calls/race.ts';

const database = await testPostgres();
const shop = await database.connect(20);
beforeEach(async () => {
  await shop`delete from mail_outbox where true`;
  await shop`update limits set mails_per_recipient = 12, mails_per_day = 90 where true`;
});

/** A kind of each class. */
const KINDS = {
  order: 'order_confirmation',
  extra: 'back_in_stock',
  staff: 'message_answer',
  proof: 'address_proof',
  reset: 'password_reset',
} as const;

/** Writes mails, each to an address of its own unless one is given. */
async function write(kind: keyof typeof KINDS, count: number, recipient?: string, age = '0') {
  await shop`insert into mail_outbox (kind, recipient, payload, created_at)
    select ${KINDS[kind]}, coalesce(${recipient ?? null}, ${kind} || n || '-' || gen_random_uuid() || '@example.com'), '{}', now() - ${age}::interval
      from generate_series(1, ${count}) as n`;
}
const admit = () => shop`select shop.admit_mails()`;
const admitted = async (kind?: keyof typeof KINDS) => {
  const [row] = await shop`select count(*)::integer as n from mail_outbox
    where admitted_at is not null and (kind = ${kind ? KINDS[kind] : null} or ${!kind})`;
  return row?.n;
};
/** Pretends that everything so far happened the day before. */
const tomorrow = () =>
  shop`update mail_outbox set created_at = created_at - interval '1 day', admitted_at = admitted_at - interval '1 day',
    held_back_at = held_back_at - interval '1 day' where true`;

describe('a mailbox', () => {
  test('gets ten mails about orders and the like in a day, and the last sixth is kept for its account', async () => {
    await write('order', 20, 'victim@example.com');
    await write('extra', 20, 'victim@example.com');
    await admit();
    expect(await admitted()).toBe(10);
    const [held] = await shop`select count(*)::integer as n from mail_outbox where held_back_because = 'recipient'`;
    expect(held?.n).toBe(30);
    await write('order', 1, 'other@example.com');
    await admit();
    expect(await admitted(), 'nobody else is kept from theirs').toBe(11);
  });

  test.each([
    ['Victim@Example.com', 'victim+1@example.com', 'victim+a+b@EXAMPLE.com'],
    ['some.body@gmail.com', 'somebody@googlemail.com', 's.o.m.e.body+x@gmail.com'],
  ])('is one under all its names: %s, %s, %s', async (...names) => {
    for (const name of names) await write('order', 5, name);
    await admit();
    expect(await admitted()).toBe(10);
  });

  test('gets what staff write whatever strangers caused', async () => {
    await write('order', 20, 'hina@example.com');
    await write('staff', 3, 'hina@example.com');
    await admit();
    expect(await admitted('staff')).toBe(3);
  });
});

describe('the day of the shop', () => {
  test('has room for orders after a storm of other mails, and for accounts after a storm of orders', async () => {
    await write('extra', 200);
    await admit();
    expect(await admitted()).toBe(30);
    await write('order', 200);
    await admit();
    expect(await admitted()).toBe(75);
    await write('staff', 1);
    await admit();
    expect(await admitted('staff')).toBe(1);
  });

  test('has room for who forgot a password after a storm of new accounts, and for the staff in any case', async () => {
    await write('proof', 100);
    await admit();
    expect(await admitted('proof')).toBe(15);
    await write('reset', 50);
    await admit();
    expect(await admitted('reset')).toBe(15);
    const [{ id } = {}] = await database.owner`insert into auth.users (email) values ('owner@shop.test') returning id`;
    await shop`insert into staff (id, username, email, role) values (${id}, 'owner', 'owner@shop.test', 'owner')`;
    await write('reset', 1, 'owner@shop.test');
    await admit();
    expect(await admitted('reset')).toBe(16);
  });

  test('is given to orders before anything less important that was written before', async () => {
    await shop`update limits set mails_per_day = 6 where true`;
    await write('extra', 10);
    await write('order', 5);
    await admit();
    expect([await admitted('order'), await admitted('extra')]).toEqual([5, 0]);
  });

  test('is never overdrawn by runs that overlap', async () => {
    await write('order', 200);
    await race(20, admit);
    expect(await admitted()).toBe(75);
  });

  test('begins anew in Pakistan: what was held goes, in half of it, and new mails have the rest', async () => {
    await write('order', 200);
    await admit();
    await tomorrow();
    await admit();
    const [today] =
      await shop`select count(*)::integer as n from mail_outbox where admitted_at >= shop.start_of_day(shop.day_of(now()))`;
    expect(today?.n).toBe(38);
    await write('order', 50);
    await admit();
    const [fresh] =
      await shop`select count(*)::integer as n from mail_outbox where admitted_at is not null and created_at > now() - interval '1 hour'`;
    expect(fresh?.n).toBe(37);
  });

  test('has more room at once when an owner says so', async () => {
    await write('order', 100);
    await admit();
    await admit();
    expect(await admitted()).toBe(75);
    await shop`update limits set mails_per_day = 120 where true`;
    await admit();
    expect(await admitted()).toBe(100);
  });
});

test('nobody claims a mail that was not let go', async () => {
  await write('order', 20, 'victim@example.com');
  await admit();
  const [answer] = await shop<{ mails: unknown[] }[]>`select claim_mails(50) as mails`;
  expect(answer?.mails).toHaveLength(10);
});

test('what was held for three days is of no use any more; it is given up, and listed with the reason', async () => {
  await write('order', 11, 'victim@example.com');
  await admit();
  await shop`update mail_outbox set created_at = created_at - interval '3 days' where held_back_at is not null`;
  await admit();
  const [answer] = await shop`select list_unsent_mails('failed', 0, 10) as page`;
  expect(answer?.page).toMatchObject({
    total: 1,
    items: [{ status: 'failed', recipient: 'victim@example.com', error: 'held back until it was of no use any more' }],
  });
});

test('every kind that is not named counts as one that opens an account', async () => {
  const kinds =
    await shop`select kind::text, shop.mail_class(kind) as class from unnest(enum_range(null::shop.mail_kind)) as kind`;
  expect(Object.fromEntries(kinds.map(({ kind, class: name }) => [kind, name]))).toMatchObject({
    order_confirmation: 'order',
    contact_message: 'extra',
    back_in_stock: 'extra',
    review_request: 'review',
    message_answer: 'staff',
    staff_invitation: 'staff',
    bank_account: 'staff',
  });
});
