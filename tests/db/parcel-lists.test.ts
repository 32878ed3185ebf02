import { describe, expect, test } from 'vitest';
import {
  ADVICE_ACTIONS,
  ADVICE_STATES,
  CALL_OUTCOMES,
  CLAIM_STATES,
  DESK_STEPS,
  PARCEL_LISTS,
} from '#domain/shipments/under-way.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addCourier, type BookedParcel, bookParcels, tell, toldOf } from './calls/parcel-calls.ts';
import { refusalOf } from './calls/refusals.ts';
import { addProduct } from './rows/catalogue-rows.ts';

const { owner: sql } = await testPostgres();
const postex = await addCourier(sql);
const riders = await addCourier(sql, 'generic', 'Riders');
const ring = await addProduct(sql, { stock: 1000 });

let prefixes = 0;

/** A parcel with two rings in it. */
async function oneParcel({ courier = postex, email }: { courier?: string; email?: string } = {}): Promise<BookedParcel> {
  prefixes += 1;
  const [parcel] = await bookParcels(sql, courier, { prefix: `Lane ${prefixes}`, ...(email !== undefined && { email }) });
  if (!parcel) throw new Error('The parcel was not booked');
  await sql`insert into public.order_items (order_id, product_id, variant_id, product_name, quantity, price, position)
    select ${parcel.order}, v.product_id, v.id, 'Ring', 2, 500, 0 from public.product_variants v where v.product_id = ${ring.id} limit 1`;
  return parcel;
}

const says = (parcel: BookedParcel, meaning: string, at: string, courier = postex) =>
  tell(sql, courier, [toldOf(parcel, meaning, at)]);

interface Row {
  id: string;
  desk_step: string | null;
  promised_by: string;
  status: string;
}

async function listed(list: string, at: string, { number = null as string | null, courier = null as string | null } = {}) {
  const [row] = await sql<{ answer: { items: Row[]; total: number } }[]>`
    select public.list_parcels_under_way(${list}::shop.parcel_list, '{"Lahore": 3}', ${number}, ${courier}, 0, 100, ${at}) as answer`;
  return row?.answer ?? { items: [], total: 0 };
}

const isOn = async (list: string, { booking }: BookedParcel, at: string) =>
  (await listed(list, at)).items.some(({ id }) => id === booking);

const stepOf = async ({ booking }: BookedParcel, at: string) =>
  (await listed('attempts', at)).items.find(({ id }) => id === booking)?.desk_step;

test('the words of the lists are the same in the database', async () => {
  const words = async (type: string) =>
    (await sql.unsafe(`select unnest(enum_range(null::shop.${type}))::text as word`)).map(({ word }) => word);
  expect(await words('parcel_list')).toEqual([...PARCEL_LISTS]);
  expect(await words('desk_step')).toEqual([...DESK_STEPS]);
  expect(await words('call_outcome')).toEqual([...CALL_OUTCOMES]);
  expect(await words('advice_action')).toEqual([...ADVICE_ACTIONS]);
  expect(await words('advice_state')).toEqual([...ADVICE_STATES]);
  expect(await words('courier_claim_state')).toEqual([...CLAIM_STATES]);
});

describe('an attempt', () => {
  // Ten in the morning in Karachi; advice is due by the cut-off of the next day.
  const at = '2026-02-02T05:00:00Z';
  const soon = '2026-02-02T06:00:00Z';
  const late = '2026-02-03T04:00:00Z';
  const attempted = async (options: Parameters<typeof oneParcel>[0] = {}) => {
    const parcel = await oneParcel(options);
    await says(parcel, 'attempted:refused', at, options.courier ?? postex);
    // Asked at the time of the test, which is later.
    await sql`update public.delivery_questions set ask_at = ${at} where booking_id = ${parcel.booking}`;
    return parcel;
  };
  const answer = (parcel: BookedParcel, said: string) =>
    sql`update public.delivery_questions set answer = ${said}::shop.delivery_answer, answered_at = ${at} where booking_id = ${parcel.booking}`;
  const call = (parcel: BookedParcel, outcome: string, isGiven = false, when = at) =>
    sql`select public.record_parcel_call(${parcel.booking}, ${outcome}::shop.call_outcome, 'Ring first', ${isGiven}, null, ${when})`;
  const advices = ({ booking }: BookedParcel) =>
    sql`select action, state, remarks from public.parcel_advices where booking_id = ${booking} order by created_at, id`;

  test('of a customer with a mail address waits for the answer, until there is little time', async () => {
    const parcel = await attempted();
    await sql`update public.delivery_questions set mail_id = ${'a'.repeat(24)} where booking_id = ${parcel.booking}`;
    expect([await stepOf(parcel, soon), await stepOf(parcel, late)]).toEqual(['wait', 'call']);
  });

  test('of a customer whose mail did not go, or who has no address, waits for the desk to ask, but not at night', async () => {
    const parcel = await attempted({ email: '' });
    expect(await stepOf(parcel, soon)).toBe('ask');
    await sql`update public.delivery_questions set ask_at = ${late} where booking_id = ${parcel.booking}`;
    expect(await stepOf(parcel, soon)).toBe('wait');
    await sql`update public.delivery_questions set ask_at = ${at} where booking_id = ${parcel.booking}`;
    await sql`select public.note_attempt_asked(${parcel.booking}, null)`;
    await sql`select public.note_attempt_asked(${parcel.booking}, null)`;
    expect(await stepOf(parcel, soon)).toBe('wait');
    const asked = await sql`select note from public.order_events where order_id = ${parcel.order} and note like '%was asked%'`;
    expect(asked).toHaveLength(1);

    const bounced = await attempted();
    const [mail] = await sql`
      insert into public.mail_outbox (kind, recipient, payload, failed_at) values ('delivery_attempt', 'hina@example.com', '{}', now()) returning id`;
    await sql`update public.delivery_questions set mail_id = ${mail?.['id']} where booking_id = ${bounced.booking}`;
    expect(await stepOf(bounced, soon)).toBe('ask');
  });

  test.each([
    ['nobody_came', 'call'],
    ['transfer', 'call'],
    ['open_first', 'call'],
    ['tomorrow', 'advise'],
    ['address', 'advise'],
    ['not_wanted', 'advise'],
  ])('that the customer answers with %s asks the desk to %s', async (said, step) => {
    const parcel = await attempted({ courier: riders });
    await answer(parcel, said);
    expect(await stepOf(parcel, soon)).toBe(step);
  });

  test('whose customer wanted to open it first is advised on where the shop allows it', async () => {
    await sql`update public.shop_settings set content = content || '{"door": {"points": "-", "opening": "before_paying"}}' where id`;
    const parcel = await attempted({ courier: riders });
    await answer(parcel, 'open_first');
    expect(await stepOf(parcel, soon)).toBe('advise');
    await sql`update public.shop_settings set content = content - 'door' where id`;
  });

  test('is called again two hours after nobody picked up, sooner where there is no time', async () => {
    const parcel = await attempted({ email: '' });
    await call(parcel, 'no_answer');
    const [{ now } = { now: new Date() }] = await sql<{ now: Date }[]>`select now()`;
    const hoursOn = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();
    await sql`update public.parcel_progress set advice_due_by = ${hoursOn(30)} where booking_id = ${parcel.booking}`;
    expect([await stepOf(parcel, hoursOn(1)), await stepOf(parcel, hoursOn(3))]).toEqual(['wait', 'call']);
    await sql`update public.parcel_progress set advice_due_by = ${hoursOn(2)} where booking_id = ${parcel.booking}`;
    expect(await stepOf(parcel, hoursOn(1))).toBe('call');
  });

  test('becomes advice by a call, once; what the courier refuses is told by hand', async () => {
    const parcel = await attempted();
    await call(parcel, 'deliver_again');
    expect(await advices(parcel)).toEqual([{ action: 'retry', state: 'intended', remarks: 'Ring first' }]);
    expect(await stepOf(parcel, soon)).toBe('wait');
    expect(await refusalOf(call(parcel, 'send_back'))).toMatchObject({ code: 'advice_given' });
    // Nothing of the second call was kept.
    expect(await sql`select outcome from public.parcel_calls where booking_id = ${parcel.booking}`).toEqual([
      { outcome: 'deliver_again' },
    ]);

    await sql`update public.parcel_advices set state = 'failed', problem = 'Too late' where booking_id = ${parcel.booking}`;
    expect(await stepOf(parcel, soon)).toBe('advise');
    await sql`select public.advise_parcel(${parcel.booking}, 'retry', '', true, null, ${soon})`;
    expect(await isOn('attempts', parcel, soon)).toBe(false);
  });

  test('of a courier without an API is advised by staff themselves', async () => {
    const parcel = await attempted({ courier: riders });
    expect(await refusalOf(call(parcel, 'send_back'))).toMatchObject({
      code: 'advice_not_offered',
      details: { courier: 'Riders' },
    });
    await call(parcel, 'send_back', true);
    expect(await advices(parcel)).toEqual([{ action: 'return', state: 'sent', remarks: 'Ring first' }]);
    expect(await refusalOf(call(parcel, 'no_answer'))).toMatchObject({ code: 'attempt_over' });
  });

  test('whose advice nobody knows of is settled, also when the parcel went on', async () => {
    const parcel = await attempted();
    await call(parcel, 'deliver_again');
    await sql`update public.parcel_advices set state = 'unknown' where booking_id = ${parcel.booking}`;
    expect([await stepOf(parcel, soon), await isOn('unclear', parcel, soon)]).toEqual(['settle', true]);
    await says(parcel, 'out_for_delivery', soon);
    expect(await stepOf(parcel, late)).toBe('settle');
    await sql`select public.settle_advice(${parcel.booking}, false, null)`;
    expect([await isOn('attempts', parcel, late), await isOn('unclear', parcel, late)]).toEqual([false, false]);
  });

  test('comes before those that wait, and the most urgent first', async () => {
    const [waiting, later, sooner] = [await attempted(), await attempted({ email: '' }), await attempted({ email: '' })];
    await sql`update public.delivery_questions set mail_id = ${'b'.repeat(24)} where booking_id = ${waiting.booking}`;
    for (const [parcel, due] of [
      [waiting, '2026-02-02T09:00:00Z'],
      [later, '2026-02-02T20:00:00Z'],
      [sooner, '2026-02-02T10:00:00Z'],
    ] as const)
      await sql`update public.parcel_progress set advice_due_by = ${due} where booking_id = ${parcel.booking}`;
    const order = (await listed('attempts', soon)).items.map(({ id }) => id);
    const places = [sooner, later, waiting].map(({ booking }) => order.indexOf(booking));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
  });

  test('is no longer one once its return began, and calls stay as they were', async () => {
    const parcel = await attempted();
    await call(parcel, 'call_later');
    await says(parcel, 'return_started', soon);
    expect(await isOn('attempts', parcel, soon)).toBe(false);
    expect(await refusalOf(call(parcel, 'deliver_again'))).toMatchObject({ code: 'attempt_over' });
    expect(await refusalOf(sql`select public.note_attempt_asked(${parcel.booking}, null)`)).toMatchObject({
      code: 'attempt_over',
    });
    await expect(sql`update public.parcel_calls set note = 'x' where booking_id = ${parcel.booking}`).rejects.toThrow();
    await expect(sql`delete from public.parcel_calls where booking_id = ${parcel.booking}`).rejects.toThrow();
  });
});

test('a parcel is late from the day after it was promised, in working days of its city', async () => {
  const parcel = await oneParcel();
  await says(parcel, 'in_transit', '2026-01-30T06:00:00Z');
  // Friday and two working days more, Sunday is none.
  await sql`update public.shipments set shipped_date = '2026-01-30T06:00:00Z' where id = ${parcel.shipment}`;
  const [onTime, next] = ['2026-02-03T18:00:00Z', '2026-02-03T19:30:00Z'];
  expect([await isOn('late', parcel, onTime), await isOn('late', parcel, next)]).toEqual([false, true]);
  expect((await listed('late', next)).items.find(({ id }) => id === parcel.booking)?.promised_by).toBe('2026-02-03');
  await sql`update public.shipments set estimated_delivery_date = '2026-02-10' where id = ${parcel.shipment}`;
  expect(await isOn('late', parcel, next)).toBe(false);
  await says(parcel, 'delivered', '2026-02-03T12:00:00Z');
  expect(await isOn('late', parcel, '2026-02-20T00:00:00Z')).toBe(false);
});

test('a parcel is stale when nothing was heard for ten days, on its way out or back', async () => {
  const [out, back] = [await oneParcel(), await oneParcel()];
  await says(out, 'in_transit', '2026-02-01T06:00:00Z');
  await says(back, 'return_started', '2026-02-01T06:00:00Z');
  for (const parcel of [out, back])
    expect([await isOn('stale', parcel, '2026-02-11T05:59:00Z'), await isOn('stale', parcel, '2026-02-11T06:01:00Z')]).toEqual([
      false,
      true,
    ]);
  await says(out, 'out_for_delivery', '2026-02-11T06:00:00Z');
  await says(back, 'returned', '2026-02-11T06:00:00Z');
  for (const parcel of [out, back]) expect(await isOn('stale', parcel, '2026-02-12T06:00:00Z')).toBe(false);
});

describe('a parcel that came back', () => {
  const [inTime, overdue] = ['2026-02-08T05:00:00Z', '2026-02-08T07:00:00Z'];
  const returned = async () => {
    const parcel = await oneParcel();
    await says(parcel, 'in_transit', '2026-01-30T06:00:00Z');
    await says(parcel, 'returned', '2026-02-01T06:00:00Z');
    return parcel;
  };
  let keys = 0;
  const receive = async ({ order, shipment }: BookedParcel, quantity: number, isComplete = false) => {
    keys += 1;
    const [item] = await sql`select id from public.order_items where order_id = ${order}`;
    const counted = {
      key: `parcel-lists-${keys}`,
      orderId: order,
      shipmentId: shipment,
      pieces: [{ itemId: item?.['id'], quantity, disposition: 'restocked' }],
      isComplete,
    };
    await sql`select public.receive_pieces(${sql.json(counted)}, null)`;
  };

  test('is missed a week later, until it is counted that all of it is here', async () => {
    const parcel = await returned();
    expect([await isOn('not_received', parcel, inTime), await isOn('not_received', parcel, overdue)]).toEqual([false, true]);
    await receive(parcel, 1);
    expect(await isOn('not_received', parcel, overdue)).toBe(true);
    await receive(parcel, 1);
    expect(await isOn('not_received', parcel, overdue)).toBe(false);
  });

  test('is missed no more when somebody said that nothing else is in it', async () => {
    const parcel = await returned();
    await receive(parcel, 1, true);
    expect(await isOn('not_received', parcel, overdue)).toBe(false);
  });

  test('is not missed because of pieces that another parcel of its order brought', async () => {
    const parcel = await returned();
    await sql`insert into public.shipments (order_id, status) values (${parcel.order}, 'delivered')`;
    expect(await isOn('not_received', parcel, overdue)).toBe(true);
    await receive(parcel, 1);
    expect(await isOn('not_received', parcel, overdue)).toBe(false);
  });
});

describe('a lost parcel', () => {
  const at = '2026-02-05T06:00:00Z';
  const lost = async () => {
    const parcel = await oneParcel();
    await says(parcel, 'lost', '2026-02-01T06:00:00Z');
    return parcel;
  };
  const claim = (parcel: BookedParcel, state: string, version: string | null = null) =>
    sql`select public.save_courier_claim(${parcel.booking}, ${sql.json({ amount: 1000, deadline: '2026-02-15', state, notes: '' })}, null, ${version})`;
  const versionOf = async ({ booking }: BookedParcel) =>
    (await sql`select updated_at::text as version from public.courier_claims where booking_id = ${booking}`)[0]?.['version'];

  test('is listed until its claim has ended, also when its pieces are written off as missing', async () => {
    const parcel = await lost();
    const [item] = await sql`select id from public.order_items where order_id = ${parcel.order}`;
    const pieces = [{ itemId: item?.['id'], quantity: 2, disposition: 'missing' }];
    const counted = { key: 'lost-and-missing', orderId: parcel.order, shipmentId: parcel.shipment, pieces };
    await sql`select public.receive_pieces(${sql.json(counted)}, null)`;
    expect(await isOn('lost', parcel, at)).toBe(true);
    await claim(parcel, 'open');
    expect(await refusalOf(claim(parcel, 'asked'))).toMatchObject({ code: 'edited_meanwhile' });
    for (const [state, stays] of [
      ['asked', true],
      ['paid', false],
    ] as const) {
      await claim(parcel, state, await versionOf(parcel));
      expect(await isOn('lost', parcel, at)).toBe(stays);
    }
    const told =
      await sql`select after ->> 'claim' as state from public.order_events where order_id = ${parcel.order} and after ? 'claimed' order by created_at`;
    expect(told.map(({ state }) => state)).toEqual(['open', 'asked', 'paid']);
  });

  test('that was found and counted is not listed, but an open claim is', async () => {
    const [parcel, claimed] = [await lost(), await lost()];
    await claim(claimed, 'asked');
    for (const found of [parcel, claimed]) {
      const [item] = await sql`select id from public.order_items where order_id = ${found.order}`;
      const pieces = [{ itemId: item?.['id'], quantity: 2, disposition: 'restocked' }];
      const counted = { key: `found-${found.booking}`, orderId: found.order, shipmentId: found.shipment, pieces };
      await sql`select public.receive_pieces(${sql.json(counted)}, null)`;
    }
    expect([await isOn('lost', parcel, at), await isOn('lost', claimed, at)]).toEqual([false, true]);
  });
});

test('what contradicts itself is listed until staff settle it, and again when something else does not fit', async () => {
  const parcel = await oneParcel();
  const at = '2026-02-10T06:00:00Z';
  await says(parcel, 'return_started', '2026-02-01T06:00:00Z');
  await says(parcel, 'delivered', '2026-02-02T06:00:00Z');
  expect(await isOn('unclear', parcel, at)).toBe(true);
  await sql`select public.settle_parcel(${parcel.booking}, 'returned', 'The courier says so by phone', null)`;
  expect(await isOn('unclear', parcel, at)).toBe(false);
  expect((await sql`select status from public.shipments where id = ${parcel.shipment}`)[0]).toEqual({ status: 'returned' });
  await says(parcel, 'lost', '2026-02-03T06:00:00Z');
  await says(parcel, 'returned', '2026-02-04T06:00:00Z');
  await says(parcel, 'cancelled', '2026-02-05T06:00:00Z');
  expect(await isOn('unclear', parcel, at)).toBe(true);
});

test('a list is searched by number and by courier, and pages and counts agree', async () => {
  const at = '2026-06-01T06:00:00Z';
  const [mine, other] = [await oneParcel({ courier: riders }), await oneParcel()];
  for (const parcel of [mine, other]) await says(parcel, 'in_transit', '2026-02-01T06:00:00Z', parcel === mine ? riders : postex);
  const ids = async (options: Parameters<typeof listed>[2]) => (await listed('stale', at, options)).items.map(({ id }) => id);
  expect(await ids({ number: `%${mine.tracking.toLowerCase()}%` })).toEqual([mine.booking]);
  const byCourier = await ids({ courier: riders });
  expect([byCourier.includes(mine.booking), byCourier.includes(other.booking)]).toEqual([true, false]);
  expect(await ids({ number: '%NOBODY%' })).toEqual([]);

  const [row] = await sql<
    { counts: Record<string, number> }[]
  >`select public.count_parcels_under_way('{"Lahore": 3}', ${at}) as counts`;
  for (const list of PARCEL_LISTS) expect((await listed(list, at)).total, list).toBe(row?.counts[list]);
  const pages = [];
  for (let offset = 0; offset < (row?.counts['stale'] ?? 0); offset += 2) {
    const [page] = await sql<{ answer: { items: Row[] } }[]>`
      select public.list_parcels_under_way('stale', '{"Lahore": 3}', null, null, ${offset}, 2, ${at}) as answer`;
    pages.push(...(page?.answer.items ?? []).map(({ id }) => id));
  }
  expect(pages).toEqual((await listed('stale', at)).items.map(({ id }) => id));
});

describe('the word of a courier without an API', () => {
  const word = (parcel: BookedParcel, meaning: string, at: string) =>
    sql`select public.note_courier_word(${parcel.booking}, ${meaning}, ${`In words: ${meaning}`}, ${at}, null)`;
  const shipmentOf = async ({ shipment }: BookedParcel) =>
    (await sql`select status from public.shipments where id = ${shipment}`)[0]?.['status'];

  test('moves the parcel forward as an API would, once, and is in the timeline', async () => {
    const parcel = await oneParcel({ courier: riders });
    await word(parcel, 'out_for_delivery', '2026-02-01T06:00:10Z');
    await word(parcel, 'out_for_delivery', '2026-02-01T06:00:40Z');
    await word(parcel, 'in_transit', '2026-02-01T07:00:00Z');
    expect(await shipmentOf(parcel)).toBe('out_for_delivery');
    await word(parcel, 'attempted:no_cash', '2026-02-01T08:00:00Z');
    expect(await sql`select reason, attempts from public.parcel_progress where booking_id = ${parcel.booking}`).toEqual([
      { reason: 'no_cash', attempts: 1 },
    ]);
    expect(await sql`select id from public.delivery_questions where booking_id = ${parcel.booking}`).toHaveLength(1);
    const notes =
      await sql`select note from public.order_events where order_id = ${parcel.order} and kind = 'parcel' and note <> '' order by created_at`;
    expect(notes.map(({ note }) => note)).toEqual([
      'Riders: In words: out_for_delivery',
      'Riders: In words: in_transit',
      'Riders: In words: attempted:no_cash',
    ]);
  });

  test('is refused for a courier that answers itself, for the future and for before the booking', async () => {
    const [asked, parcel] = [await oneParcel(), await oneParcel({ courier: riders })];
    expect(await refusalOf(word(asked, 'delivered', '2026-02-01T06:00:00Z'))).toMatchObject({ code: 'courier_answers' });
    for (const at of [new Date(Date.now() + 120_000).toISOString(), '2025-12-31T06:00:00Z'])
      expect(await refusalOf(word(parcel, 'delivered', at))).toMatchObject({
        code: 'validation_failed',
        details: { errors: [{ path: 'happenedAt' }] },
      });
    expect(await shipmentOf(parcel)).toBe('preparing');
  });
});

test('a hint makes the named parcels of that courier due, at most once a minute, and moves nothing', async () => {
  const [hinted, other, leopard] = [
    await oneParcel(),
    await oneParcel(),
    await oneParcel({ courier: await addCourier(sql, 'leopards') }),
  ];
  const hint = () =>
    sql`select public.hint_parcels('postex', ${[` ${hinted.tracking.toLowerCase()}`, leopard.tracking, 'nobody']})`;
  const isDue = async ({ booking }: BookedParcel) =>
    (await sql`select next_poll_at <= now() as due from public.parcel_progress where booking_id = ${booking}`)[0]?.['due'];
  await hint();
  expect([await isDue(hinted), await isDue(other), await isDue(leopard)]).toEqual([true, false, false]);
  await sql`select public.note_polls(${postex}, ${[hinted.tracking]}, null)`;
  await hint();
  expect(await isDue(hinted)).toBe(false);
  await sql`update public.parcel_progress set polled_at = now() - interval '61 seconds' where booking_id = ${hinted.booking}`;
  await hint();
  expect(await isDue(hinted)).toBe(true);
  expect((await sql`select status from public.shipments where id = ${hinted.shipment}`)[0]).toEqual({ status: 'preparing' });
});
