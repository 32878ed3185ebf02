import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addColleague } from './calls/confirmation-calls.ts';
import { addCourier } from './calls/parcel-calls.ts';
import { race } from './calls/race.ts';
import { AGAINST_THE_BOOKS, refusalOf, sqlstateOf } from './calls/refusals.ts';
import {
  type Arrived,
  approve,
  arrived,
  askedFor,
  decline,
  pageOf,
  type Request,
  receive,
  withdraw,
} from './calls/return-calls.ts';
import { addProduct } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(8);
const courier = await addCourier(database.owner);
const sana = await addColleague(database.owner, 'sana');
const ring = await addProduct(shop, { stock: 1000 });

interface Collection {
  id: string;
  turn: number;
  state: string;
  reference: string;
  tracking_number: string;
  problem: string;
}

const begin = async ({ id }: { id: string }, claimSeconds = 0, courierId = courier) => {
  const [row] = await shop<{ begun: { step: string; collection: Collection; parcel: Record<string, unknown> | null } }[]>`
    select public.begin_collection(${id}, ${courierId}, ${claimSeconds}, ${sana}) as begun`;
  if (!row) throw new Error('Nothing was begun');
  return row.begun;
};

const note = async ({ id, turn }: Collection, state: string, trackingNumber = '', problem = '') => {
  const [row] = await shop<{ noted: { surplus: boolean; collection: Collection } }[]>`
    select public.note_collection(${id}, ${turn}, ${state}, ${trackingNumber}, ${problem}) as noted`;
  return row?.noted;
};

let numbers = 0;

/** Books it, and gives its tracking number. */
async function collect(request: Request): Promise<string> {
  numbers += 1;
  const number = `RV${1000 + numbers}`;
  await note((await begin(request)).collection, 'booked', number);
  return number;
}

async function approved(): Promise<{ one: Arrived; request: Request }> {
  const one = await arrived(shop, [{ product: ring, quantity: 2 }], { customerEmail: 'hina@example.com' });
  const request = await askedFor(shop, one);
  await approve(shop, request);
  return { one, request };
}

const requestOf = async (one: Arrived) => (await pageOf(shop, one)).returns?.requests[0];

test('a courier is told whom it collects from, and page, mail and timeline say that it comes', async () => {
  const { one, request } = await approved();
  const { step, parcel, collection } = await begin(request);
  expect([step, parcel]).toMatchObject([
    'book',
    { reference: request.return_number, name: 'Ayesha Khan', address: expect.stringContaining('House'), pieces: 1 },
  ]);
  expect((await requestOf(one))?.send_back).toMatchObject({ pickup: null });
  await note(collection, 'booked', 'RV1');
  expect(await requestOf(one)).toMatchObject({
    send_back: { pickup: { tracking_number: 'RV1' } },
    may_withdraw: false,
  });
  const mails = await shop`select payload -> 'pickup' as pickup from public.mail_outbox
     where kind = 'return_decided' and payload ->> 'return_number' = ${request.return_number} order by created_at, id`;
  expect(mails.map(({ pickup }) => pickup)).toEqual(
    expect.arrayContaining([null, expect.objectContaining({ tracking_number: 'RV1', is_cancelled: false })]),
  );
  const [event] =
    await shop`select note from public.order_events where order_id = ${one.order.id} and note like '%is collected by%'`;
  expect(event?.note).toContain(`${request.return_number} is collected by`);
  const [scanned] = await shop`select public.returned_pieces('rv 1') -> 'order' ->> 'id' as id`;
  expect(scanned?.id).toBe(one.order.id);
});

test('nothing is collected before the approval, or after it was received', async () => {
  const one = await arrived(shop, [{ product: ring }]);
  const request = await askedFor(shop, one);
  const insert = () => shop`insert into public.return_collections (request_id, courier_id, reference, claimed_until)
    values (${request.id}, ${courier}, 'by hand', now())`;
  expect(await refusalOf(begin(request))).toMatchObject({ code: 'return_decided', details: { state: 'asked' } });
  expect(await sqlstateOf(insert())).toBe(AGAINST_THE_BOOKS);
  await approve(shop, request);
  await receive(shop, one, [{ itemId: one.items[0], quantity: 1 }]);
  expect(await refusalOf(begin(request))).toMatchObject({ code: 'return_decided', details: { state: 'received' } });
  expect(await sqlstateOf(insert())).toBe(AGAINST_THE_BOOKS);
});

test('of many who press at once one calls the courier, and nobody afterwards or with another courier', async () => {
  const { request } = await approved();
  const { done, refused } = await race(6, () => begin(request, 60));
  expect([done.length, refused.map(({ code }) => code)]).toEqual([1, Array(5).fill('booking_under_way')]);
  await note(done[0]?.collection as Collection, 'booked', 'RV2');
  expect((await begin(request)).step).toBe('done');
  const other = await addCourier(database.owner, 'postex', 'Another PostEx');
  expect(await refusalOf(begin(request, 0, other))).toMatchObject({ code: 'booked_elsewhere' });
});

test('a lost answer is looked up, whoever is too late has booked a surplus, and a number is given once', async () => {
  const { request } = await approved();
  const first = (await begin(request)).collection;
  await note(first, 'unknown', '', 'No answer');
  const { step, collection } = await begin(request);
  expect([step, collection.turn, collection.reference]).toEqual(['look_up', 2, request.return_number]);
  expect(await refusalOf(note(first, 'failed', '', 'Late'))).toMatchObject({ code: 'booking_settled' });
  expect(await note(collection, 'booked', 'RV3')).toMatchObject({ surplus: false });
  expect(await note(first, 'booked', 'RV4')).toMatchObject({ surplus: true, collection: { tracking_number: 'RV3' } });

  const next = await approved();
  expect((await note((await begin(next.request)).collection, 'booked', 'rv 3'))?.collection).toMatchObject({
    state: 'unknown',
    problem: expect.stringContaining('rv 3'),
  });
});

test('a request is not closed while a courier comes; cancelled, it is sent by the customer or collected under another reference', async () => {
  const { one, request } = await approved();
  const number = await collect(request);
  for (const close of [decline(shop, request), withdraw(shop, one, request)])
    expect(await refusalOf(close)).toMatchObject({ code: 'pickup_stands' });
  const [standing] = await shop<{ found: Collection }[]>`select public.collection_to_cancel(${request.id}) as found`;
  await note(standing?.found as Collection, 'booked', number, 'Not cancelled: it is on its way');
  await note(standing?.found as Collection, 'cancelled');
  expect(await requestOf(one)).toMatchObject({ send_back: { pickup: null }, may_withdraw: true });
  expect(await refusalOf(shop`select public.collection_to_cancel(${request.id})`)).toMatchObject({ code: 'booking_settled' });
  expect((await begin(request)).collection.reference).toBe(`${request.return_number}-2`);
});
