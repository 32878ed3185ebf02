import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startCourierDouble } from '#local/couriers/courier-double.ts';
import { SCRIPTS } from '#tests/couriers/doubles.ts';
import { HOSTILE_ANSWERS } from '#tests/couriers/hostile-answers.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const doubles = await Promise.all(SCRIPTS.map(startCourierDouble));
afterAll(() => Promise.all(doubles.map((double) => double.stop())));
const shop = await staffedShop();
for (const { environment } of doubles) Object.assign(process.env, { ...environment, URL: process.env.URL });
process.env.COURIER_PACE_MS = '0';

// Read when they are needed: the shop's modules read their environment when they are imported.
const { portOf } = await import('#server/couriers/ports.ts');
const { sendAdvices } = await import('#server/couriers/send-advices.ts');
const { serviceSupabase: db } = await import('#server/database/service-client.ts');

let number = 0;

async function addCourier(adapter: string): Promise<string> {
  const fields = {
    name: `${adapter} ${++number}`,
    adapter,
    pickupCode: '41',
    cities: [{ city: 'Lahore', courierName: 'Lahore', courierCode: '789' }],
  };
  return (await shop.staff('POST', '/api/couriers', fields)).json.data.id;
}

async function addParcel(): Promise<string> {
  const [order] = await shop.rows(`insert into orders
    (customer_name, customer_email, customer_phone, customer_address, city, city_known, subtotal, shipping, total_amount, status)
    values ('Hina Malik', '', '+92300${7_000_000 + ++number}', 'House ${number}', 'Lahore', 'Lahore', 1500, 0, 1500, 'processing') returning id`);
  return (await shop.rows(`insert into shipments (order_id) values ('${order.id}') returning id`))[0].id;
}

/** A staff request, which is answered whatever the courier says. */
async function staff(method: string, path: string, body?: unknown) {
  const answer = await shop.staff(method, path, body);
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.json).slice(0, 300)}`).toBeLessThan(500);
  return answer.json.data;
}

const bookingOf = async (shipmentId: string) =>
  (
    await shop.rows(`select b.id, b.state, b.problem, b.tracking_number, s.tracking_number as shown, b.label_url
      from courier_bookings b join shipments s on s.id = b.shipment_id where s.id = '${shipmentId}' order by b.created_at desc limit 1`)
  )[0];

/** A booking is made with a number that can be one, or it says in a sentence why not. */
function expectNamed({ state, problem, tracking_number, shown }: Record<string, string>): void {
  expect(['booked', 'unknown', 'failed', 'cancelled']).toContain(state);
  expect(shown).toBe(state === 'booked' ? tracking_number : '');
  if (state === 'booked') expect(tracking_number).toMatch(/^[A-Za-z0-9 -]{5,40}$/);
  else if (state !== 'cancelled') expect(problem).toMatch(/\w{2,} \w{2,}/);
  expect(problem).not.toMatch(/[\p{Cc}\p{Cs}]/u);
}

async function expectBounded(): Promise<void> {
  const [{ events, labels, early, late, failures }] = await shop.rows(`select
    (select coalesce(max(n), 0)::int from (select count(*) as n from courier_events group by courier_id, tracking_key) e) as events,
    (select coalesce(max(n), 0)::int from (select count(*) as n from courier_labels where meaning is null group by courier_id) l) as labels,
    (select count(*)::int from courier_events where happened_at < now() - interval '3 days') as early,
    (select count(*)::int from courier_events where happened_at > now() + interval '1 hour') as late,
    (select coalesce(sum(failures), 0)::int from server_failures) as failures`);
  expect({ early, late, failures }).toEqual({ early: 0, late: 0, failures: 0 });
  expect(events).toBeLessThanOrEqual(500);
  expect(labels).toBeLessThanOrEqual(100);
}

describe.each(doubles.map((double) => ({ double, courier: double.script.adapter })))(
  'whatever $courier answers',
  ({ double, courier }) => {
    let courierId: string;
    beforeAll(async () => {
      courierId = await addCourier(courier);
      // TCS gives its tokens once.
      await portOf({ adapter: courier, name: courier }).cities();
    });
    beforeEach(() => double.reset());

    const book = (shipmentId: string) => staff('POST', '/api/bookings', { shipmentId, courierId });
    const letTurnPass = (shipmentId: string) =>
      shop.rows(`update courier_bookings set claimed_until = now() where shipment_id = '${shipmentId}'`);

    test.each(HOSTILE_ANSWERS)('a booking says what came of it: %s', async (_, rewrite) => {
      const shipmentId = await addParcel();
      double.spoil(rewrite);
      await book(shipmentId);
      expectNamed(await bookingOf(shipmentId));
      // Looked up, as long as the courier answers so, and once it is well.
      await letTurnPass(shipmentId);
      await book(shipmentId);
      expectNamed(await bookingOf(shipmentId));
      double.spoil(null);
      await letTurnPass(shipmentId);
      await book(shipmentId);
      const { state, tracking_number } = await bookingOf(shipmentId);
      expectNamed(await bookingOf(shipmentId));
      const there = double.parcels.filter(({ isCancelled }) => !isCancelled);
      if (double.script.offers.find)
        expect([state, there.map((one) => one.trackingNumber)]).toEqual(['booked', [tracking_number]]);
      // A booking that is at the courier is never called failed.
      else if (there.length > 0) expect(['unknown', 'booked']).toContain(state);
    });

    /** A parcel that was not taken, of which the courier is to be told what to do. */
    async function adviseOn({ id, tracking_number }: Record<string, string>): Promise<void> {
      const attempt = {
        tracking_number,
        event_key: id,
        label: 'Attempted',
        label_key: 'attempted',
        meaning: 'attempted:refused',
      };
      await shop.rows(`select public.store_courier_events('${courierId}', '${JSON.stringify([attempt])}')`);
      await shop.rows(`select public.advise_parcel('${id}', 'retry', '', false, null)`);
    }

    test.each(HOSTILE_ANSWERS)('what is asked of a booked parcel is answered: %s', async (_, rewrite) => {
      const shipmentId = await addParcel();
      await book(shipmentId);
      const booking = await bookingOf(shipmentId);
      const parcel = double.byNumber(booking.tracking_number);
      const at = new Date(Date.now() + 5 * 3_600_000 - 60_000).toISOString().slice(0, 19).replace('T', ' ');
      parcel?.events.push({ label: 'Pigeon post', at, code: '' });
      if (double.script.offers.advise) await adviseOn(booking);
      double.spoil(rewrite);

      await staff('POST', `/api/couriers/${courierId}/check`, {});
      for (const papers of ['labels', 'load_sheet'])
        await staff('POST', '/api/bookings/labels', { shipmentIds: [shipmentId], papers });
      await sendAdvices(db);
      await shop.rows(`update parcel_progress set next_poll_at = now() where booking_id = '${booking.id}'`);
      await shop.rows('update courier_polls set next_try_at = null');
      await shop.runScheduled('courier-polls');
      const [progress] = await shop.rows(`select poll_problem, polled_at is not null as polled, next_poll_at > now() as later,
        (select count(*)::int from courier_events e where e.tracking_key = '${booking.tracking_number}') as events
        from parcel_progress where booking_id = '${booking.id}'`);
      expect([progress.polled, progress.later]).toEqual([true, true]);
      expect(progress.poll_problem).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      const port = portOf({ adapter: courier, name: courier });
      for (const ask of [port.charges, port.payments])
        await ask([booking.tracking_number]).catch((failure: Error) => expect(failure.name).toBe('CourierFailure'));
      await staff('POST', `/api/bookings/${booking.id}/cancellation`, {});
      const after = await bookingOf(shipmentId);
      if (after.state === 'booked') expect(after.problem).toMatch(/^Not cancelled: /);
      await expectBounded();
    });
  },
);

describe('what cannot be true', () => {
  const [postex] = doubles;
  if (!postex) throw new Error('No double');
  beforeEach(() => postex.reset());
  const courierId = addCourier('postex');

  async function booked() {
    const shipmentId = await addParcel();
    await staff('POST', '/api/bookings', { shipmentId, courierId: await courierId });
    return { shipmentId, ...(await bookingOf(shipmentId)) };
  }

  async function hear({ id, tracking_number }: Record<string, string>, events: { label: string; at: string }[]) {
    postex
      ?.byNumber(tracking_number)
      ?.events.splice(0, Number.POSITIVE_INFINITY, ...events.map((event) => ({ code: '', ...event })));
    await shop.rows(`update parcel_progress set next_poll_at = case when booking_id = '${id}' then now() end`);
    await shop.runScheduled('courier-polls');
    const [progress] = await shop.rows(`select p.status, p.poll_problem, p.poll_failures,
      (select count(*)::int from courier_events e where e.tracking_key = '${tracking_number}') as events
      from parcel_progress p where p.booking_id = '${id}'`);
    return progress;
  }

  const statusOf = async (kind: string) =>
    (await staff('GET', '/api/status')).conditions.find((condition: { kind: string }) => condition.kind === kind);
  const now = () => new Date(Date.now() + 5 * 3_600_000 - 60_000).toISOString().slice(0, 19).replace('T', ' ');

  test('a tracking number that another parcel has leaves the booking open, with the problem on Dispatch and on Status', async () => {
    const other = await booked();
    const shipmentId = await addParcel();
    postex.spoil((answer) =>
      JSON.stringify(answer).replace(/"trackingNumber":"?\d+"?/, `"trackingNumber":"${other.tracking_number}"`),
    );
    const answer = await staff('POST', '/api/bookings', { shipmentId, courierId: await courierId });
    const [{ shipment_number }] = await shop.rows(`select shipment_number from shipments where id = '${other.shipmentId}'`);
    const problem = `postex ${/\d+$/.exec(answer.courier)?.[0]} gave the tracking number ${other.tracking_number}, which ${shipment_number} has already. Look it up in its portal.`;
    expect(answer).toMatchObject({ state: 'unknown', trackingNumber: '', problem });
    expect((await staff('GET', '/api/bookings/open')).find(({ id }: { id: string }) => id === answer.id)).toMatchObject({
      problem,
    });
    expect(await bookingOf(other.shipmentId)).toMatchObject({ state: 'booked', tracking_number: other.tracking_number });

    await shop.rows(`update courier_bookings set state = 'failed' where state = 'unknown' and id <> '${answer.id}'`);
    await shop.rows(`update courier_bookings set created_at = now() - interval '16 minutes' where id = '${answer.id}'`);
    expect(await statusOf('courier_bookings')).toMatchObject({
      since: expect.any(String),
      details: { waiting: 1, courier: answer.courier, error: problem },
    });

    // The courier did book it, and says so once it is well.
    postex.spoil(null);
    await shop.rows(`update courier_bookings set claimed_until = now() where id = '${answer.id}'`);
    const found = await staff('POST', '/api/bookings', { shipmentId, courierId: await courierId });
    expect(found).toMatchObject({ state: 'booked', trackingNumber: postex.parcels.at(-1)?.trackingNumber, problem: '' });
    expect(postex.parcels).toHaveLength(2);
    expect((await statusOf('courier_bookings')).since).toBeNull();
  });

  test('nor does a person give a parcel the number of another one that was cancelled', async () => {
    const gone = await booked();
    await staff('POST', `/api/bookings/${gone.id}/cancellation`, { isCancelledThere: true });
    const shipmentId = await addParcel();
    postex.fail('lost');
    const { id } = await staff('POST', '/api/bookings', { shipmentId, courierId: await courierId });
    await shop.rows(`update courier_bookings set claimed_until = now() where id = '${id}'`);
    const { status, json } = await shop.staff('POST', `/api/bookings/${id}/outcome`, { trackingNumber: gone.tracking_number });
    expect([status, json.code]).toEqual([409, 'tracking_number_used']);
  });

  test('a booking whose caller is killed says so from the beginning', async () => {
    const shipmentId = await addParcel();
    postex.fail('hanging');
    const calling = shop.staff('POST', '/api/bookings', { shipmentId, courierId: await courierId });
    await expect.poll(() => bookingOf(shipmentId)).toMatchObject({ state: 'intended' });
    expect((await bookingOf(shipmentId)).problem).toMatch(
      /^The call of postex \d+ has not ended\. Look it up two minutes after it\.$/,
    );
    postex.fail();
    await calling;
  });

  test('“delivered” in the year 9999 moves nothing, and is named', async () => {
    const parcel = await booked();
    const progress = await hear(parcel, [
      { label: 'Picked By PostEx', at: now() },
      { label: 'Delivered', at: '9999-12-31 10:00:00' },
    ]);
    expect(progress).toMatchObject({
      status: 'picked',
      events: 1,
      poll_failures: 0,
      poll_problem: expect.stringMatching(
        /^postex \d+ dated “Delivered” 31 December 9999, which is still to come: that was left out$/,
      ),
    });
    expect(await statusOf('courier_answers')).toMatchObject({
      since: expect.any(String),
      details: { error: progress.poll_problem },
    });
    expect(await hear(parcel, [{ label: 'Delivered', at: '1970-01-01 10:00:00' }])).toMatchObject({
      status: 'picked',
      poll_problem: expect.stringContaining('before the parcel was booked'),
    });
    expect(await hear(parcel, [{ label: 'Delivered', at: now() }])).toMatchObject({ status: 'delivered', poll_problem: '' });
    expect((await statusOf('courier_answers')).since).toBeNull();
  });

  test('15,001 statuses of one parcel are none, and words that nobody knows end at a hundred', async () => {
    const parcel = await booked();
    const pigeons = (count: number, loft: number) =>
      Array.from({ length: count }, (_, n) => ({ label: `Pigeon ${loft}, perch ${n}`, at: now() }));
    expect(await hear(parcel, pigeons(15_001, 0))).toMatchObject({
      events: 0,
      poll_problem: expect.stringContaining('told 15,001 things of one parcel'),
    });
    for (let loft = 1; loft <= 2; loft += 1) expect((await hear(parcel, pigeons(200, loft))).events).toBe(200 * loft);
    expect(await hear(parcel, pigeons(200, 3))).toMatchObject({
      events: 500,
      poll_problem: expect.stringContaining('told more of this parcel than anybody reads'),
    });
    const [{ labels }] = await shop.rows(
      `select count(*)::int as labels from courier_labels where courier_id = '${await courierId}'`,
    );
    expect(labels).toBe(100);
  });
});
