import { beforeAll, expect, test } from 'vitest';
import type { Adapter } from '#domain/couriers/adapters.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addCourier, tell, toldOf } from './calls/parcel-calls.ts';
import {
  ADVICE_HOURS,
  type Answer,
  dueBy,
  type Fate,
  HOUR,
  isWaiting,
  knownOf,
  minuteOf,
  type Parcel,
  simulatedParcels,
  timeOf,
} from './model/attempts.ts';

/** `SHOP_SIMULATED_PARCELS=5000` takes two minutes. */
const PARCELS = Number(process.env['SHOP_SIMULATED_PARCELS'] ?? 600);
const HOURS = 9 * 24;
const { owner: sql } = await testPostgres();

interface Call {
  parcel: Parcel;
  action: 'retry' | 'return';
  at: number;
  fate: Fate;
}

const world = simulatedParcels(PARCELS, 34);
const byTracking = new Map(world.parcels.map((parcel) => [parcel.tracking, parcel]));
const calls: Call[] = [];
const answered: (Answer & { result: string; isFirst: boolean; wasWaiting: boolean; due: number })[] = [];
/** What the shop should have sent and did not, or the other way round. */
const differences: unknown[] = [];

/** Booked parcels without all that an order and a booking set off: that is tested elsewhere. */
async function book(couriers: Map<Adapter, string>): Promise<void> {
  const rows = world.parcels.map(({ n, adapter, tracking }) => ({
    n,
    courier: couriers.get(adapter),
    tracking,
    email: n % 2 ? 'hina@example.com' : '',
  }));
  await sql.begin(async (all) => {
    await all`set local session_replication_role = 'replica'`;
    await all`
      with given as (select * from jsonb_to_recordset(${all.json(rows)}) as g (n integer, courier text, tracking text, email text)
      ), known as (
        insert into public.customers (id, name, email) select lpad(to_hex(g.n), 24, '0'), 'Hina Malik', g.email from given g
      ), ordered as (
        insert into public.orders (customer_id, customer_name, customer_email, customer_phone, customer_address, city, city_known, subtotal, shipping, total_amount, status, order_number)
        select lpad(to_hex(g.n), 24, '0'), 'Hina Malik', g.email, '+92300' || lpad(g.n::text, 7, '0'), 'House ' || g.n, 'Lahore', 'Lahore', 1000, 0, 1000, 'shipped', 'SIM-' || g.n from given g
        returning id, order_number
      ), keyed as (
        insert into shop.order_keys (order_id, key) select o.id, rpad('', 24, 'k') from ordered o
      ), sent as (
        insert into public.shipments (order_id, order_number, status) select o.id, o.order_number, 'shipped' from ordered o returning id, shipment_number, order_number
      ), booked as (
        insert into public.courier_bookings (shipment_id, courier_id, reference, collect, grams, tracking_number, state, claimed_until, created_at)
        select s.id, g.courier, s.shipment_number, 1000, 200, g.tracking, 'booked', now(), '2026-01-01' from given g join sent s on s.order_number = 'SIM-' || g.n
        returning id
      )
      insert into public.parcel_progress (booking_id) select b.id from booked b`;
  });
  await sql.unsafe('analyze public.orders, public.shipments, public.courier_bookings, public.parcel_progress');
}

/** Answers one after another, each with its refusal, in one call. */
async function bringAnswers(): Promise<void> {
  await sql.unsafe(`
    create function pg_temp.answer_all(answers jsonb) returns jsonb language plpgsql as $$
    declare
      given record;
      question text;
      results jsonb := '[]';
      said text;
    begin
      for given in select a.* from jsonb_to_recordset(answers) as a (n integer, tracking text, attempted_at timestamptz, answer shop.delivery_answer, at timestamptz) order by a.at, a.n loop
        select q.id into question from public.delivery_questions q join public.courier_bookings b on b.id = q.booking_id
         where b.tracking_number = given.tracking and q.attempted_at = given.attempted_at;
        begin
          perform public.answer_attempt('SIM-' || substr(given.tracking, 4), rpad('', 24, 'k'), question, given.answer, '{"customerAddress": "House 9", "city": "Lahore"}', given.at);
          said := 'taken';
        exception when sqlstate 'PGRST' then
          said := sqlerrm::jsonb ->> 'code';
        end;
        results := results || jsonb_build_array(said);
      end loop;
      return results;
    end $$`);
}

/** In some hours no run comes through, so that parcels go on between an answer and its advice. */
const hasRun = (now: number) => (now / HOUR) % 4 !== 0;

const OUTCOMES: Record<Exclude<Fate, 'killed, heard'>, string> = {
  sent: 'sent',
  unreachable: 'intended',
  refused: 'failed',
  'unknown, heard': 'unknown',
  'unknown, not heard': 'unknown',
};

async function sendAdvices(now: number): Promise<void> {
  const at = now + 58;
  const expected = world.adviceAt(now, at);
  const [row] = await sql<{ claimed: { id: string; tracking_number: string; action: 'retry' | 'return' }[] }[]>`
    select public.claim_advices(${PARCELS}, 120, ${timeOf(at)}) as claimed`;
  const claimed = row?.claimed ?? [];
  const wanted = expected.map(({ parcel, advice }) => `${parcel.tracking} ${advice.action}`).toSorted();
  const found = claimed.map(({ tracking_number, action }) => `${tracking_number} ${action}`).toSorted();
  if (wanted.join() !== found.join()) differences.push({ at: timeOf(at), wanted, found });
  const outcomes = claimed
    .toSorted((one, other) => (one.tracking_number < other.tracking_number ? -1 : 1))
    .flatMap(({ id, tracking_number, action }) => {
      const parcel = byTracking.get(tracking_number) as Parcel;
      const fate = world.call(parcel, action, at);
      calls.push({ parcel, action, at, fate });
      const advice = expected.find((one) => one.parcel === parcel)?.advice;
      if (advice) world.note(parcel, advice, fate, now, at);
      return fate === 'killed, heard' ? [] : [{ id, outcome: OUTCOMES[fate] }];
    });
  await sql`select count(public.note_advice(o.id, o.outcome, '', ${timeOf(at)}))
    from jsonb_to_recordset(${sql.json(outcomes)}) as o (id text, outcome shop.advice_state)`;
}

beforeAll(async () => {
  const couriers = new Map<Adapter, string>();
  for (const adapter of ['postex', 'leopards', 'trax', 'tcs'] as const) {
    const courier = await addCourier(sql, adapter);
    couriers.set(adapter, courier);
    for (const [reason, hours] of Object.entries(ADVICE_HOURS))
      await sql`insert into public.courier_advice_hours values (${courier}, ${reason}, ${hours})`;
  }
  await book(couriers);
  await bringAnswers();
  for (let hour = 0; hour < HOURS; hour++) {
    const now = hour * HOUR;
    // The database plans by what there is, as in a shop that grows.
    if (hour % 48 === 12)
      await sql`analyze public.courier_events, public.delivery_questions, public.parcel_advices, public.parcel_progress`;
    const told = Map.groupBy(world.tellingsAt(now), ({ parcel }) => parcel.adapter);
    for (const [adapter, some] of told) {
      const events = some.map(({ parcel, event }) => toldOf(parcel, event.meaning, timeOf(event.at)));
      await tell(sql, couriers.get(adapter) ?? '', events, timeOf(now));
    }
    const before = [...world.answersAfter(now)];
    if (before.length > 0) {
      const sent = before.map(({ parcel, question, answer, at }, n) => ({
        n,
        tracking: parcel.tracking,
        attempted_at: timeOf(question.attemptedAt),
        answer,
        at: timeOf(at),
      }));
      const [row] = await sql<{ results: string[] }[]>`select pg_temp.answer_all(${sql.json(sent)}) as results`;
      for (const [n, answer] of before.entries()) {
        const known = knownOf(answer.parcel, now);
        const result = row?.results[n] ?? '';
        const isFirst = result === 'taken' && !answered.some((one) => one.question === answer.question && one.result === 'taken');
        answered.push({ ...answer, result, isFirst, wasWaiting: isWaiting(known), due: dueBy(known) });
      }
    }
    if (hasRun(now)) await sendAdvices(now);
  }
}, 600_000);

const ofQuestion = ({ parcel, question }: Answer) => {
  const next = parcel.questions[parcel.questions.indexOf(question) + 1];
  return calls.filter((call) => call.parcel === parcel && call.at > question.openedAt && call.at < (next?.openedAt ?? Infinity));
};
const isAdvice = ({ answer }: Answer) => answer === 'tomorrow' || answer === 'address' || answer === 'not_wanted';
const storyOf = (parcel: Parcel) => JSON.stringify({ ...parcel, questions: parcel.questions.length });

test('every answer is taken, or refused with the reason, as what was told until then has it', () => {
  expect(answered.filter(({ result, expected }) => result !== expected)).toEqual([]);
});

test('each timely answer becomes exactly one advice at the courier', () => {
  let timely = 0;
  for (const given of answered) {
    const run = Math.floor(given.at / HOUR) * HOUR + 58;
    if (
      given.isFirst &&
      isAdvice(given) &&
      given.wasWaiting &&
      run <= given.due &&
      hasRun(run - 58) &&
      given.parcel.adapter !== 'tcs'
    ) {
      timely += 1;
      const made = ofQuestion(given);
      const reached = made.filter(({ fate }) => fate !== 'unreachable');
      // One that did not reach the courier is repeated, as long as the parcel waits.
      const isLost = made.at(-1)?.fate === 'unreachable';
      expect([made[0]?.at, reached.length], storyOf(given.parcel)).toEqual([run, isLost ? 0 : 1]);
      expect(made[0]?.action).toBe(given.answer === 'not_wanted' ? 'return' : 'retry');
    }
  }
  expect(timely).toBeGreaterThan(PARCELS / 5);
});

test('no advice goes out after a return began, or after the deadline', () => {
  const late = calls.filter(({ parcel, at }) => {
    const known = knownOf(parcel, Math.floor(at / HOUR) * HOUR);
    const hasBegun = parcel.events.some(({ meaning, told }) => meaning === 'return_started' && told <= at);
    return hasBegun || (isWaiting(known) && at > dueBy(known));
  });
  expect(late).toEqual([]);
});

test('no advice goes out without an answer that says what to do', () => {
  const bare = calls.filter(
    ({ parcel, at }) => !answered.some((given) => given.parcel === parcel && given.isFirst && isAdvice(given) && given.at <= at),
  );
  expect(bare).toEqual([]);
});

test('what goes out each hour is what should, and nothing that nobody knows the end of goes out again', () => {
  expect(differences).toEqual([]);
});

test('each attempt is asked about once, never at night, and by mail only while an answer helps', async () => {
  const rows = await sql<{ tracking: string; attempted_at: Date; ask_at: Date; by_mail: boolean; is_closed: boolean }[]>`
    select b.tracking_number as tracking, q.attempted_at, q.ask_at, q.mail_id is not null as by_mail, q.closed_at is not null as is_closed
      from public.delivery_questions q join public.courier_bookings b on b.id = q.booking_id`;
  const found = rows.map(({ tracking, attempted_at, is_closed }) => `${tracking} ${minuteOf(attempted_at)} ${is_closed}`);
  const wanted = world.parcels.flatMap(({ tracking, questions }) =>
    questions.map(({ attemptedAt, isClosed }) => `${tracking} ${attemptedAt} ${isClosed}`),
  );
  expect(found.toSorted()).toEqual(wanted.toSorted());
  for (const { ask_at } of rows) {
    const hour = Math.floor((minuteOf(ask_at) % (24 * HOUR)) / HOUR);
    expect(hour >= 9 && hour < 22, ask_at.toISOString()).toBe(true);
  }
  expect(new Set(rows.map(({ by_mail }) => by_mail))).toEqual(new Set([true, false]));
  expect(rows.filter(({ tracking, by_mail }) => by_mail && Number(tracking.slice(3)) % 2 === 0)).toEqual([]);
});

test('at the end each parcel is where its events say, with the advice that was noted', async () => {
  const rows = await sql<{ tracking: string; status: string; advices: string[] }[]>`
    select b.tracking_number as tracking, p.status::text,
           array (select a.action || ' ' || a.state from public.parcel_advices a where a.booking_id = b.id order by a.created_at) as advices
      from public.courier_bookings b join public.parcel_progress p on p.booking_id = b.id`;
  const wanted = world.parcels.map((parcel) => ({
    tracking: parcel.tracking,
    status: knownOf(parcel, HOURS * HOUR).status,
    // A run that was killed after the last hour is noted by the next.
    advices: parcel.advices.map(({ action, state }) => `${action} ${state}`),
  }));
  const byNumber = (one: { tracking: string }, other: { tracking: string }) => (one.tracking < other.tracking ? -1 : 1);
  expect(rows.toSorted(byNumber)).toEqual(wanted.toSorted(byNumber));
});

test('everything that can happen did', () => {
  const count = (values: string[]) =>
    Object.fromEntries(Object.entries(Object.groupBy(values, (one) => one)).map(([one, all]) => [one, all?.length ?? 0]));
  const fates = count(calls.map(({ fate }) => fate));
  const results = count(answered.map(({ result }) => result));
  const ends = count(world.parcels.map((parcel) => knownOf(parcel, HOURS * HOUR).status));
  const dropped = world.parcels.flatMap(({ advices }) => advices).filter(({ state }) => state === 'dropped').length;
  for (const [name, seen, least] of [
    ['fates', fates, 6],
    ['results', results, 3],
    ['ends', ends, 3],
  ] as const)
    expect([name, Object.values(seen).filter((times) => times >= 3).length >= least], JSON.stringify(seen)).toEqual([name, true]);
  expect(dropped).toBeGreaterThan(0);
  expect(world.parcels.filter(({ questions }) => questions.length > 1).length).toBeGreaterThan(PARCELS / 10);
});
