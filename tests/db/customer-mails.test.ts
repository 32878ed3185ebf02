import { beforeEach, describe, expect, test } from 'vitest';
import type { ShipmentStatus } from '#domain/shipments/status.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { orderFor, type PlacedOrder, placeOrder, setStatus } from './calls/order-calls.ts';
import { race } from './calls/race.ts';
import { approve, arrived, askedFor, decline } from './calls/return-calls.ts';
import { createShipment, type ShipmentRow, setShipmentStatus } from './calls/staff-calls.ts';
import { addProduct } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(10);
const ring = await addProduct(shop, { stock: 1_000 });
let people = 0;

const [{ noon } = { noon: '' }] = await shop<{ noon: string }[]>`
  select (((now() at time zone 'Asia/Karachi')::date + time '12:00') at time zone 'Asia/Karachi')::text as noon`;

beforeEach(async () => {
  await database.owner`truncate mail_outbox, shop.parcel_news`;
  await shop`update shop_settings set content = content - 'customerMails' where id`;
});

/** An order of somebody new, in so many parcels that wait to leave. */
async function packed(parcels = 1, changes: Record<string, string> = {}) {
  people += 1;
  const customer = { customerPhone: `+9230044${String(people).padStart(5, '0')}`, customerEmail: `buyer-${people}@example.com` };
  const order = await placeOrder(shop, orderFor([{ product: ring }], { ...customer, ...changes }));
  const sent: ShipmentRow[] = [];
  for (let parcel = 0; parcel < parcels; parcel += 1) sent.push(await createShipment(shop, order));
  return { order, sent: sent as [ShipmentRow, ...ShipmentRow[]] };
}

/** What is written so long after noon, of what happened so many minutes before it. */
async function queue({ minutes = 11, later = '0 hours' } = {}): Promise<number> {
  await shop`update shop.parcel_news set happened_at = ${noon}::timestamptz - make_interval(mins => ${minutes}) where told_at is null`;
  const [row] = await shop<{ n: number }[]>`select queue_parcel_mails(${noon}::timestamptz + ${later}::interval) as n`;
  return row?.n ?? -1;
}

const give = async (parcel: ShipmentRow, ...statuses: ShipmentStatus[]) => {
  for (const status of statuses) await setShipmentStatus(shop, parcel, status);
};
const mails = () =>
  shop`select kind, recipient, payload from mail_outbox where kind::text like 'parcel_%' or kind = 'return_decided' order by created_at, id`;
const told = async () => (await mails()).map(({ kind, payload }) => [kind, payload.parcels?.length ?? 0, payload.others ?? 0]);
const choose = (choice: Record<string, boolean>) =>
  shop`update shop_settings set content = content || ${shop.json({ customerMails: choice })} where id`;

describe('a parcel that leaves', () => {
  test('is told of once, ten minutes later, with courier, number and what its rider asks for', async () => {
    const { order, sent } = await packed();
    await give(sent[0], 'shipped');
    expect(await queue({ minutes: 9 })).toBe(0);
    // Typed after the status.
    await shop`update shipments set carrier = 'TCS', tracking_number = '7793' where id = ${sent[0].id}`;
    expect(await queue()).toBe(1);
    const [mail] = await mails();
    expect(mail?.['recipient']).toBe(`buyer-${people}@example.com`);
    expect(mail?.['payload']).toMatchObject({
      order_number: order.order_number,
      page_key: expect.stringMatching(/^[\w-]{20,}$/),
      others: 0,
      parcels: [{ carrier: 'TCS', tracking_number: '7793', to_collect: order.total_amount }],
    });
    await give(sent[0], 'in_transit', 'out_for_delivery');
    expect(await queue()).toBe(0);
  });

  test('by mistake is not told of when that is taken back at once, and never twice', async () => {
    const { sent } = await packed();
    await give(sent[0], 'shipped', 'preparing');
    expect(await queue()).toBe(0);
    await give(sent[0], 'shipped');
    expect(await queue()).toBe(1);
    await give(sent[0], 'preparing', 'shipped');
    expect(await queue()).toBe(0);
    expect(await told()).toEqual([['parcel_left', 1, 0]]);
  });

  test('with others of its order makes one mail, and the one that stays behind its own later', async () => {
    const { sent } = await packed(3);
    await give(sent[0], 'shipped');
    await give(sent[1] as ShipmentRow, 'shipped');
    expect(await queue()).toBe(1);
    await give(sent[2] as ShipmentRow, 'shipped');
    expect(await queue()).toBe(1);
    expect(await told()).toEqual([
      ['parcel_left', 2, 1],
      ['parcel_left', 1, 0],
    ]);
  });

  test('is told of by one of ten runs at once', async () => {
    for (let n = 0; n < 3; n += 1) await give((await packed()).sent[0], 'shipped');
    await queue({ minutes: 9 });
    await shop`update shop.parcel_news set happened_at = ${noon}::timestamptz - interval '11 minutes' where told_at is null`;
    const { done } = await race(10, () => queue());
    expect(done.reduce((sum, n) => sum + n, 0)).toBe(3);
  });

  test('at night is told of in the morning, and what is older than a day never', async () => {
    await give((await packed()).sent[0], 'shipped');
    for (const night of ['10 hours', '13 hours', '20 hours']) expect(await queue({ later: night }), night).toBe(0);
    expect(await queue({ later: '21 hours' })).toBe(1);
    await give((await packed()).sent[0], 'shipped');
    expect(await queue({ minutes: 1441 })).toBe(0);
  });

  test('of an order without an address, or that is cancelled or deleted by then, is told of to nobody', async () => {
    await give((await packed(1, { customerEmail: '' })).sent[0], 'shipped');
    const [cancelled, deleted] = [await packed(), await packed()];
    await give(cancelled.sent[0], 'shipped');
    await give(deleted.sent[0], 'shipped');
    await setStatus(shop, cancelled.order, 'cancelled');
    await shop`update shipments set archived_at = now() where id = ${deleted.sent[0].id}`;
    expect(await queue()).toBe(0);
  });

  test('is not announced any more by a mail that was held back until it arrived or came back', async () => {
    const [here, back, onItsWay] = [await packed(), await packed(), await packed()];
    for (const { sent } of [here, back, onItsWay]) await give(sent[0], 'shipped');
    expect(await queue()).toBe(3);
    await give(here.sent[0], 'delivered');
    await give(back.sent[0], 'returned');
    await shop`select shop.admit_mails()`;
    expect((await mails()).map(({ payload }) => payload.order_number)).toEqual([onItsWay.order.order_number]);
  });
});

describe('a parcel that arrives', () => {
  test('is told of alone when it is there before anybody was told that it left', async () => {
    const { sent } = await packed();
    await give(sent[0], 'shipped', 'delivered');
    expect(await queue()).toBe(1);
    expect(await told()).toEqual([['parcel_arrived', 1, 0]]);
    expect((await mails())[0]?.['payload'].returns_until).toEqual(expect.any(String));
  });

  test('of several says that others are still to come, and nothing of returns before the last is there', async () => {
    const { sent } = await packed(2);
    await give(sent[0], 'shipped');
    await queue();
    await give(sent[0], 'delivered');
    await queue();
    await give(sent[1] as ShipmentRow, 'shipped', 'delivered');
    await queue();
    expect(await told()).toEqual([
      ['parcel_left', 1, 1],
      ['parcel_arrived', 1, 1],
      ['parcel_arrived', 1, 0],
    ]);
    expect((await mails()).map(({ payload }) => payload.returns_until !== null)).toEqual([false, false, true]);
  });

  test('by mistake is not told of when that is undone at once, and never twice', async () => {
    const { sent } = await packed();
    const undo = () => shop`select public.undo_parcel_delivery(${sent[0].id}, null)`;
    await give(sent[0], 'shipped');
    await queue();
    await give(sent[0], 'delivered');
    await undo();
    expect(await queue()).toBe(0);
    await give(sent[0], 'delivered');
    expect(await queue()).toBe(1);
    await undo();
    await give(sent[0], 'delivered');
    expect(await queue()).toBe(0);
    expect(await told()).toEqual([
      ['parcel_left', 1, 0],
      ['parcel_arrived', 1, 0],
    ]);
  });
});

describe('the owner', () => {
  test('switches each mail off, and what happens meanwhile is not told when it is on again a day later', async () => {
    await choose({ parcelLeft: false, parcelArrived: true, returnDecided: true });
    const { sent } = await packed();
    await give(sent[0], 'shipped');
    expect(await queue()).toBe(0);
    await give(sent[0], 'delivered');
    expect(await queue()).toBe(1);
    await choose({ parcelLeft: true, parcelArrived: false, returnDecided: true });
    const other = await packed();
    await give(other.sent[0], 'shipped', 'delivered');
    expect(await queue()).toBe(0);
    await choose({ parcelLeft: true, parcelArrived: true, returnDecided: true });
    expect(await queue({ minutes: 1441 })).toBe(0);
  });

  test('cannot save a choice that is none', async () => {
    await expect(choose({ parcelLeft: 'yes' as never })).rejects.toThrow('shop_settings_customer_mails_valid');
  });
});

describe('a return', () => {
  const returned = async () => askedFor(shop, await arrived(shop, [{ product: ring }]));

  test('that is approved and then declined is told of each time, with what was decided', async () => {
    const request = await returned();
    await approve(shop, request);
    await decline(shop, request);
    expect((await mails()).map(({ kind, payload }) => [kind, payload.state, payload.return_number])).toEqual([
      ['return_decided', 'approved', request.return_number],
      ['return_decided', 'declined', request.return_number],
    ]);
  });

  test('is decided without a mail where the owner switched it off', async () => {
    await choose({ parcelLeft: true, parcelArrived: true, returnDecided: false });
    await decline(shop, await returned());
    expect(await mails()).toEqual([]);
  });
});

test('a mail names an order whose page its link opens', async () => {
  const { order, sent } = await packed();
  await give(sent[0], 'shipped');
  await queue();
  const key = (await mails())[0]?.['payload'].page_key;
  const [row] = await shop<{ page: PlacedOrder }[]>`select public.order_page(${order.order_number}, ${key}) as page`;
  expect(row?.page.status).toBe('shipped');
});
