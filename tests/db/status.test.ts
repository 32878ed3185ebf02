import { expect, test } from 'vitest';
import { CONDITION_KINDS, type ConditionKind } from '#domain/status/contract.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addColleague } from './calls/confirmation-calls.ts';
import { addCourier, bookParcels, tell, toldOf } from './calls/parcel-calls.ts';
import { refusalOf } from './calls/refusals.ts';

const database = await testPostgres();
const shop = await database.connect(1);
const { owner } = database;
const sana = await addColleague(owner, 'sana');
const imran = await addColleague(owner, 'imran');
await owner`update public.staff set role = case when id = ${sana} then 'owner' else 'manager' end`;
await owner`insert into shop.job_runs (name, done_at) values ('housekeeping', now()), ('backup', now())
            on conflict (name) do update set done_at = now()`;

interface Trouble {
  kind: ConditionKind;
  since: string | null;
  details: Record<string, unknown> | null;
}

async function troubles(): Promise<Trouble[]> {
  const [row] = await shop<{ conditions: Trouble[] }[]>`select public.shop_status() -> 'conditions' as conditions`;
  return row?.conditions.filter(({ since }) => since) ?? [];
}

/** Who was told of what, and whether it was wrong; the outbox is empty afterwards. */
async function told() {
  await shop`select public.watch_conditions()`;
  const mails = await owner`
    delete from public.mail_outbox where kind = 'shop_status'
    returning recipient, payload ->> 'kind' as kind, payload -> 'details' <> 'null' as "isWrong"`;
  return [...mails];
}

const waiting = (kind: 'order_confirmation' | 'whatsapp_question') => owner`
  insert into public.mail_outbox (kind, recipient, payload, created_at, last_error)
  values (${kind}, 'a@example.com', '{}', now() - interval '20 minutes', 'The domain is not verified')`;

/** How each condition goes wrong and is mended, and what is known of it. */
const PROVOKED: Record<ConditionKind, { breaks: () => Promise<unknown>; mends: () => Promise<unknown>; details: object }> = {
  builds: {
    breaks: () => owner`insert into public.site_builds (status, started_at, finished_at)
                        select 'failed', now() - interval '1 hour', now() - n * interval '1 minute' from generate_series(1, 2) n`,
    mends: () =>
      owner`insert into public.site_builds (status, started_at, finished_at, built_at) values ('succeeded', now(), now(), now())`,
    details: { failed: 2 },
  },
  mail: {
    breaks: () => waiting('order_confirmation'),
    mends: () => owner`update public.mail_outbox set sent_at = now()`,
    details: { waiting: 1, error: 'The domain is not verified' },
  },
  whatsapp: {
    breaks: () => waiting('whatsapp_question'),
    mends: () => owner`update public.mail_outbox set failed_at = now()`,
    details: { waiting: 1, error: 'The domain is not verified' },
  },
  schedule: {
    breaks: () => owner`update shop.job_runs set done_at = now() - interval '16 minutes' where name = 'housekeeping'`,
    mends: () => shop`select public.record_housekeeping()`,
    details: {},
  },
  server_errors: {
    breaks: () => shop`select public.note_server_failure('/api/orders', 'internal_error', n::text) from generate_series(1, 20) n`,
    mends: () =>
      owner`update public.server_failures set last_at = now() - interval '61 minutes', hour = hour - interval '2 hours'`,
    details: { failures: 20, operation: '/api/orders' },
  },
  browser_errors: {
    breaks: () =>
      shop`select public.note_browser_error(${shop.json({ release: '1a2b3c4d', page: '/product/*', message: 'x is not iterable', place: '', browser: 'Safari' })})
             from generate_series(1, 30)`,
    mends: () => owner`update public.browser_errors set last_at = now() - interval '25 hours'`,
    details: { failures: 30, page: '/product/*' },
  },
  storage_size: {
    breaks: () =>
      owner`insert into storage.objects (bucket_id, name, metadata) values ('photos', 'large.webp', ${owner.json({ size: 800_000_000 })})`,
    mends: () => owner`delete from storage.objects where name = 'large.webp'`,
    details: { megabytes: 800 },
  },
  mails_sent: {
    breaks: () => owner`
      insert into public.mail_outbox (kind, recipient, payload, sent_at)
      select 'order_confirmation', 'a@example.com', '{}', now() from generate_series(1, 77)`,
    mends: () => owner`update public.mail_outbox set sent_at = now() - interval '25 hours' where sent_at is not null`,
    details: { sent: expect.any(Number), allowed: 90 },
  },
  rehearsal: {
    breaks: () => owner`
      insert into public.backups (kind, place, problem) values ('backup', '/backups', null), ('rehearsal', '/backups', 'orders: 3 of 4')`,
    mends: () =>
      owner`insert into public.backups (kind, place, made_at) values ('rehearsal', '/backups', now() + interval '1 second')`,
    details: { lastAt: null, error: 'orders: 3 of 4' },
  },
  database_size: {
    breaks: () => shop`select public.change_condition('database_size', 1, true, ${sana})`,
    mends: () => owner`update public.conditions set threshold = 1000000 where kind = 'database_size'`,
    details: { megabytes: expect.any(Number) },
  },
  backup: {
    breaks: () => owner`update shop.job_runs set done_at = now() - interval '9 days' where name = 'backup'`,
    mends: () => owner`update shop.job_runs set done_at = now() where name = 'backup'`,
    details: { lastAt: expect.any(String) },
  },
  courier_polls: {
    breaks: async () => {
      const [parcel] = await bookParcels(owner, await addCourier(owner), { prefix: 'Not asked about' });
      await owner`update public.parcel_progress set next_poll_at = now() - interval '61 minutes' where booking_id = ${parcel?.booking ?? ''}`;
    },
    mends: () => owner`update public.parcel_progress set next_poll_at = now() + interval '1 day'`,
    details: { waiting: 1, courier: 'Courier by postex', error: null },
  },
  courier_advice: {
    breaks: async () => {
      const courier = await addCourier(owner, 'leopards');
      const [parcel] = await bookParcels(owner, courier, { prefix: 'Not advised', email: '' });
      if (parcel) await tell(owner, courier, [toldOf(parcel, 'attempted:refused', new Date().toISOString())]);
      await owner`update public.parcel_progress set next_poll_at = now() + interval '1 day'`;
      await owner`select public.advise_parcel(${parcel?.booking ?? ''}, 'retry', '', false, null, now() - interval '6 minutes')`;
      await owner`update public.parcel_progress set advice_due_by = now() + interval '59 minutes' where booking_id = ${parcel?.booking ?? ''}`;
      await owner`update public.parcel_advices set problem = 'It did not answer in time'`;
    },
    mends: () => owner`update public.parcel_advices set state = 'sent', sent_at = now()`,
    details: { waiting: 1, courier: 'Courier by leopards', error: 'It did not answer in time' },
  },
  courier_words: {
    breaks: () => owner`
      insert into public.courier_labels (courier_id, label_key, label, example_tracking_number)
      select id, 'held by customs', 'Held by customs', '1' from public.couriers where adapter = 'postex'`,
    mends: () => owner`update public.courier_labels set meaning = 'in_transit'`,
    details: { waiting: 1, courier: 'Courier by postex', word: 'Held by customs' },
  },
  courier_bookings: {
    breaks: async () => {
      const courier = await addCourier(owner, 'trax');
      const [parcel] = await bookParcels(owner, courier, { prefix: 'Not heard of' });
      await owner`with second as (insert into public.shipments (order_id) values (${parcel?.order ?? ''}) returning id)
        insert into public.courier_bookings (shipment_id, courier_id, reference, collect, grams, claimed_until, state, problem, created_at)
        select s.id, ${courier}, 'X', 0, 100, now(), 'unknown', 'Trax broke off its answer', now() - interval '16 minutes' from second s`;
    },
    mends: () => owner`update public.courier_bookings set state = 'failed' where state = 'unknown'`,
    details: { waiting: 1, courier: 'Courier by trax', error: 'Trax broke off its answer' },
  },
  courier_answers: {
    breaks: () => owner`
      update public.parcel_progress set poll_problem = 'Trax spoke of pigeons', polled_at = now()
       where booking_id = (select b.id from public.courier_bookings b join public.couriers c on c.id = b.courier_id
                            where c.adapter = 'trax' and b.state = 'booked' limit 1)`,
    mends: () => owner`update public.parcel_progress set poll_problem = ''`,
    details: { waiting: 1, courier: 'Courier by trax', error: 'Trax spoke of pigeons' },
  },
  push: {
    breaks: () =>
      owner`insert into public.push_devices (staff_id, session_id, endpoint, p256dh, auth, kinds, stopped_at, last_error)
            values (${imran}, ${crypto.randomUUID()}, 'https://push.test/1', '', '', '{}', now(), 'push failed (403): BadJwtToken')`,
    mends: () => owner`delete from public.push_devices`,
    details: { devices: 1, error: 'push failed (403): BadJwtToken' },
  },
};

test('a shop that works has no trouble, and tells nobody anything', async () => {
  expect(await troubles()).toEqual([]);
  expect(await told()).toEqual([]);
});

test.each(CONDITION_KINDS)(
  '%s: it is seen when it goes wrong, told to the owners once, and told again when it is well',
  async (kind) => {
    const { breaks, mends, details } = PROVOKED[kind];
    await breaks();
    expect(await troubles()).toEqual([
      { kind, since: expect.any(String), details, is_watched: true, threshold: expect.any(Number) },
    ]);
    // A mail cannot say that mails do not go.
    const news = (isWrong: boolean) => (kind === 'mail' ? [] : [{ recipient: 'sana@shop.test', kind, isWrong }]);
    expect(await told()).toEqual(news(true));
    expect(await told()).toEqual([]);
    await mends();
    expect(await told()).toEqual(news(false));
    expect(await told()).toEqual([]);
    expect(await troubles()).toEqual([]);
  },
);

test('a courier that does not answer is a trouble after an hour, with what it said, and parcels that are due then are not one more', async () => {
  const [courier] = await owner`select id from public.couriers where adapter = 'postex'`;
  const fails = (minutes: number) => owner`
    insert into public.courier_polls (courier_id, failing_since, problem) values (${courier?.['id']}, now() - make_interval(mins => ${minutes}), 'Error 503')
    on conflict (courier_id) do update set failing_since = excluded.failing_since`;
  await fails(59);
  await owner`update public.parcel_progress set next_poll_at = now() - interval '2 hours' where booking_id in (select id from public.courier_bookings where courier_id = ${courier?.['id']})`;
  expect(await troubles()).toEqual([]);
  await fails(61);
  expect(await troubles()).toMatchObject([
    { kind: 'courier_polls', details: { waiting: 1, courier: 'Courier by postex', error: 'Error 503' } },
  ]);
  await owner`delete from public.courier_polls`;
  await owner`update public.parcel_progress set next_poll_at = null`;
  await told();
});

test('what is not watched is shown and not told; only owners change that, and the audit log keeps it', async () => {
  const change = (actor: string) => shop`select public.change_condition('backup', 8, false, ${actor})`;
  expect(await refusalOf(change(imran))).toMatchObject({ code: 'owner_only' });
  expect(await refusalOf(shop`select public.change_condition('weather', 8, false, ${sana})`)).toMatchObject({
    code: 'condition_not_found',
  });
  await change(sana);
  await PROVOKED.backup.breaks();
  expect(await troubles()).toMatchObject([{ kind: 'backup' }]);
  expect(await told()).toEqual([]);
  const [noted] = await owner`select actor_name, before, after from public.audit_log where subject = 'condition backup'`;
  expect(noted).toEqual({ actor_name: 'sana', before: { is_watched: true }, after: { is_watched: false } });
});

test('requests that could not be answered are counted by the hour, and the last one can be found', async () => {
  await owner`delete from public.server_failures`;
  for (const id of ['first', 'second']) await shop`select public.note_server_failure('/api/products', 'internal_error', ${id})`;
  const [row] = await shop`select public.shop_status() -> 'failures' as failures`;
  expect(row?.['failures']).toEqual([
    {
      operation: '/api/products',
      code: 'internal_error',
      failures: 2,
      last_at: expect.any(String),
      last_request_id: 'second',
      recent: [
        { id: 'second', at: expect.any(String) },
        { id: 'first', at: expect.any(String) },
      ],
    },
  ]);
  for (let id = 0; id < 9; id += 1) await shop`select public.note_server_failure('/api/products', 'internal_error', ${id})`;
  const [more] = await shop<
    { ids: string }[]
  >`select jsonb_path_query_array(public.shop_status(), '$.failures[0].recent[*].id') as ids`;
  expect(more?.ids).toEqual(['8', '7', '6', '5', '4']);
});

const report = (message: string, more: object = {}) => shop`
  select public.note_browser_error(${shop.json({ release: 'a', page: '/', message, place: '/_astro/a.js:1', browser: 'Chrome', ...more })})`;

test('an error in browsers is one row a day, with its last place and the browsers it happened in', async () => {
  await owner`delete from public.browser_errors`;
  await report('x is not iterable');
  await report('x is not iterable', { browser: 'Safari', place: '/_astro/b.js:2' });
  await report('x is not iterable', { browser: 'Safari' });
  await report('x is not iterable', { release: 'b' });
  const [row] = await shop`select public.shop_status() -> 'browser_errors' as errors`;
  expect(row?.['errors']).toMatchObject([
    { release: 'b', errors: 1 },
    { release: 'a', page: '/', errors: 3, place: '/_astro/a.js:1', browsers: ['Chrome', 'Safari'] },
  ]);
});

test('a flood of made-up errors fills two hundred rows of a day, and one more for all others', async () => {
  await owner`delete from public.browser_errors`;
  await shop`select public.note_browser_error(jsonb_build_object('release', 'a', 'page', '/', 'message', 'error ' || n, 'place', '', 'browser', 'Other'))
               from generate_series(1, 260) n`;
  const [rows] = await owner`select count(*)::int as n from public.browser_errors`;
  expect(rows?.['n']).toBe(201);
  const [others] = await owner`select release, page, errors from public.browser_errors where message = 'Other errors'`;
  expect(others).toEqual({ release: '', page: '/*', errors: 60 });
});

test('what happens all the time is counted by a tenth of it', async () => {
  await owner`delete from public.browser_errors`;
  await shop`select public.note_browser_error(${shop.json({ release: 'a', page: '/', message: 'm', place: '', browser: 'Chrome' })}) from generate_series(1, 3000)`;
  const [row] = await owner`select errors from public.browser_errors`;
  expect(row?.['errors'] % 10).toBe(0);
  expect(row?.['errors']).toBeGreaterThan(2000);
  expect(row?.['errors']).toBeLessThan(4000);
});

test('errors and failures are forgotten after 30 days', async () => {
  await owner`update public.browser_errors set day = day - 31`;
  await owner`update public.server_failures set hour = hour - interval '31 days'`;
  await shop`select public.watch_conditions()`;
  const [left] =
    await owner`select (select count(*)::int from public.browser_errors) + (select count(*)::int from public.server_failures) as n`;
  expect(left?.['n']).toBe(0);
});

test('the health of a project that only reads, as one that is full, says so', async () => {
  const probed = async () => (await owner`select probed_at, octet_length(filler) as bytes from shop.write_probe`)[0];
  await shop`select public.probe_writing()`;
  const first = await probed();
  expect(first).toMatchObject({ bytes: 65_536 });
  const readsOnly = owner.begin(async (tx) => {
    await tx`set local default_transaction_read_only = on`;
    // As the Data API does, whatever the default is.
    await tx`set transaction read write`;
    await tx`select public.probe_writing()`;
  });
  await expect(readsOnly).rejects.toMatchObject({ code: '25006' });
  // A minute is not over.
  await shop`select public.probe_writing()`;
  expect(await probed()).toEqual(first);
  await owner`update shop.write_probe set probed_at = now() - interval '61 seconds'`;
  await Promise.all([shop`select public.probe_writing()`, owner`select public.probe_writing()`]);
  expect((await probed())?.['probed_at'] > first?.['probed_at']).toBe(true);
  expect((await owner`select count(*)::int as n from shop.write_probe`)[0]).toEqual({ n: 1 });
});
