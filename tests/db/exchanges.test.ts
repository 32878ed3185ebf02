import { expect, test } from 'vitest';
import { DELIVERY } from '#built/settings.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { archiveOrder, setStatus } from './calls/order-calls.ts';
import { balances, creditOf, customerOf, sumsOf } from './calls/payment-calls.ts';
import { race } from './calls/race.ts';
import { refusalOf } from './calls/refusals.ts';
import {
  type Arrived,
  addPhoto,
  approve,
  arrived,
  ask,
  askedFor,
  decline,
  now,
  pageOf,
  quote,
  receive,
  settle,
  withdraw,
} from './calls/return-calls.ts';
import { createShipment, setShipmentStatus } from './calls/staff-calls.ts';
import { addProduct, bookErrors, changeStock, type ProductRow } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(12);

const stockOf = async (product: { id: string }) =>
  (await shop<{ stock: number }[]>`select stock_quantity as stock from public.products where id = ${product.id}`)[0]?.stock;

let phones = 0;

/** A piece that has arrived with a customer of its own, and another one in stock. */
async function bought(
  price = 1000,
  wantedPrice = 1000,
  quantity = 1,
): Promise<Arrived & { piece: ProductRow; wanted: ProductRow }> {
  const piece = await addProduct(shop, { stock: 10, price });
  const wanted = await addProduct(shop, { stock: 10, price: wantedPrice });
  phones += 1;
  const one = await arrived(shop, [{ product: piece, quantity }], { customerPhone: `+92311${String(1_000_000 + phones)}` });
  return { ...one, piece, wanted };
}

const exchangeFor = (one: Arrived, wanted: { id: string }, quantity = 1) => ({
  kind: 'exchange' as const,
  outcome: 'exchange' as const,
  items: [{ itemId: one.items[0] ?? '', quantity, wanted: { productId: wanted.id } }],
});

const orderOf = async (request: { id: string }) => ({ id: (await now(shop, request)).exchange_order_id ?? '' });

test.each([
  ['dearer', 1000, 1500, 500 + DELIVERY.fee, 0],
  ['as dear', 1000, 1000, DELIVERY.fee, 0],
  ['cheaper', 1000, 900, Math.max(0, DELIVERY.fee - 100), 0],
  ['much cheaper', 1000, 300, 0, 700 - DELIVERY.fee],
])(
  'a piece that is %s: the rider asks for the difference and the charges, and what is left goes back',
  async (_, price, wantedPrice, due, left) => {
    const one = await bought(price, wantedPrice);
    const told = await quote(shop, one, exchangeFor(one, one.wanted));
    expect(told).toMatchObject({ due, back: Math.max(0, left), credit: 1000 - Math.max(0, left) });
    const request = await askedFor(shop, one, exchangeFor(one, one.wanted));
    expect((await pageOf(shop, one)).returns?.requests[0]?.promised).toEqual(told);
    await approve(shop, request, { outcome: 'exchange' });
    const made = await orderOf(request);
    expect(await sumsOf(shop, made)).toMatchObject({ due });
    expect(await stockOf(one.wanted)).toBe(9);
    expect(await creditOf(shop, await customerOf(shop, one.order))).toBe(0);
    await receive(shop, one, [{ itemId: one.items[0], quantity: 1 }]);
    expect((await now(shop, request)).state).toBe(left > 0 ? 'received' : 'settled');
    if (left > 0) await settle(shop, request, 'wallet');
    expect(await now(shop, request)).toMatchObject({ state: 'settled', refund: 1000, paidBack: 1000 });
    expect(Object.values(await balances(shop)).reduce((sum, rupees) => sum + rupees, 0)).toBe(0);
    expect(await bookErrors(shop)).toEqual([]);
  },
);

test('another size of a piece costs what was paid for it, whatever it costs today', async () => {
  const piece = await addProduct(shop, { stock: 0, price: 1000, sizes: ['6', '7'] });
  await changeStock(shop, piece.id, 5, 'purchase');
  const one = await arrived(shop, [{ product: piece, selectedSize: '6' }], { customerPhone: '+923119900001' });
  await shop`update public.products set price = 1700 where id = ${piece.id}`;
  const wanted = { productId: piece.id, selectedSize: '7' };
  const request = await askedFor(shop, one, {
    kind: 'exchange',
    outcome: 'exchange',
    items: [{ itemId: one.items[0] ?? '', quantity: 1, wanted }],
  });
  await approve(shop, request, { outcome: 'exchange', charges: 0 });
  const [line] =
    await shop`select price::float, selected_size from public.order_items where order_id = ${(await orderOf(request)).id}`;
  expect(line).toEqual({ price: 1000, selected_size: '7' });
  expect(await sumsOf(shop, await orderOf(request))).toMatchObject({ due: 0, credit: 1000 });
});

test('an exchange costs what the customer was told, whatever piece and delivery cost when it is approved', async () => {
  const one = await bought(1000, 1500);
  const told = await quote(shop, one, exchangeFor(one, one.wanted));
  expect(told).toEqual({ total: 1500 + DELIVERY.fee, charges: DELIVERY.fee, credit: 1000, due: 500 + DELIVERY.fee, back: 0 });
  const request = await askedFor(shop, one, { ...exchangeFor(one, one.wanted), balanceSeen: 500 + DELIVERY.fee });
  await shop`update public.products set price = 9000 where id = ${one.wanted.id}`;
  const dearer = shop.json({ ...DELIVERY, fee: DELIVERY.fee + 400 });
  const decision = shop.json({ outcome: 'exchange' });
  await shop`select public.approve_return(${request.id}, ${decision}, ${dearer}, null)`;
  expect(await sumsOf(shop, await orderOf(request))).toMatchObject({ due: 500 + DELIVERY.fee });
  expect((await pageOf(shop, one)).returns?.requests[0]?.promised).toBeNull();
});

test('who was told another sum than it comes to now is told the new one, and has asked for nothing', async () => {
  const one = await bought(1000, 1100, 2);
  await shop`update public.products set price = 1150 where id = ${one.wanted.id}`;
  const refusal = await refusalOf(ask(shop, one, { ...exchangeFor(one, one.wanted, 2), balanceSeen: 200 + DELIVERY.fee }));
  expect(refusal).toMatchObject({ code: 'price_changed', details: expect.objectContaining({ due: 300 + DELIVERY.fee }) });
  expect((await pageOf(shop, one)).returns?.requests).toEqual([]);
});

test('nothing is quoted that could not be asked for', async () => {
  const one = await bought();
  expect(await refusalOf(quote(shop, one, exchangeFor(one, one.wanted, 2)))).toMatchObject({ code: 'validation_failed' });
  await changeStock(shop, one.wanted.id, -10, 'damage');
  expect(await refusalOf(quote(shop, one, exchangeFor(one, one.wanted)))).toMatchObject({ code: 'exchange_sold_out' });
  expect(await refusalOf(quote(shop, { ...one, key: 'wrong' }, exchangeFor(one, one.wanted)))).toMatchObject({
    code: 'order_page_not_found',
  });
});

test('what was asked for before prices were promised costs what it costs when it is approved', async () => {
  const one = await bought(1000, 1500);
  const request = await askedFor(shop, one, exchangeFor(one, one.wanted));
  await database.owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`update public.return_requests set promised_charges = null where id = ${request.id}`;
    await sql`update shop.return_pieces set wanted_price = null where request_id = ${request.id}`;
  });
  await shop`update public.products set price = 1900 where id = ${one.wanted.id}`;
  await approve(shop, request, { outcome: 'exchange' });
  expect(await sumsOf(shop, await orderOf(request))).toMatchObject({ due: 900 + DELIVERY.fee });
});

test('the rider of an exchange asks for whole rupees: what is rounded off stands in its sums, in the customer’s favour', async () => {
  const pieces = [await addProduct(shop, { stock: 1, price: 2564.67 }), await addProduct(shop, { stock: 1, price: 435.33 })];
  const wanted = await addProduct(shop, { stock: 1, price: 2999 });
  const one = {
    ...(await arrived(
      shop,
      pieces.map((product) => ({ product })),
      { customerPhone: '+923119900002' },
    )),
    wanted,
  };
  const request = await askedFor(shop, one, exchangeFor(one, one.wanted));
  expect((await pageOf(shop, one)).returns?.requests[0]?.promised).toMatchObject({ due: 434, credit: 2564.67 });
  await approve(shop, request, { outcome: 'exchange', charges: 0 });
  const made = await orderOf(request);
  expect(await sumsOf(shop, made)).toMatchObject({ due: 434, credit: 2564.67 });
  const [sums] = await shop`
    select subtotal::float, discount::float, discount_reason, total_amount::float as total from public.orders where id = ${made.id}`;
  expect(sums).toEqual({ subtotal: 2999, discount: 0.33, discount_reason: 'Rounded to whole rupees', total: 2998.67 });
});

test('an exchange waits at the gate until its piece is back, unless it may leave first', async () => {
  const one = await bought();
  const request = await askedFor(shop, one, exchangeFor(one, one.wanted));
  await approve(shop, request, { outcome: 'exchange' });
  const made = await orderOf(request);
  expect(await refusalOf(setStatus(shop, made, 'shipped'))).toMatchObject({ code: 'not_confirmed' });
  await receive(shop, one, [{ itemId: one.items[0], quantity: 1 }]);
  await setStatus(shop, made, 'shipped');

  const other = await bought();
  const second = await askedFor(shop, other, exchangeFor(other, other.wanted));
  await approve(shop, second, { outcome: 'exchange', sendsFirst: true });
  await setStatus(shop, await orderOf(second), 'shipped');
  expect(await refusalOf(withdraw(shop, other, second))).toMatchObject({ code: 'exchange_sent' });
  expect(await refusalOf(decline(shop, second))).toMatchObject({ code: 'exchange_sent' });
});

test('both orders name each other', async () => {
  const one = await bought();
  const request = await askedFor(shop, one, exchangeFor(one, one.wanted));
  await approve(shop, request, { outcome: 'exchange' });
  const [made] = await shop<{ id: string; order_number: string; key: string }[]>`
    select id, order_number, shop.page_key(id) as key from public.orders where id = ${(await orderOf(request)).id}`;
  if (!made) throw new Error('There is no order');
  expect((await pageOf(shop, one)).returns?.requests[0]?.exchange).toEqual({
    order_number: made.order_number,
    due: DELIVERY.fee,
  });
  expect((await pageOf(shop, { order: made, key: made.key })).exchange_of).toBe(one.order.order_number);
});

test('an exchanged piece can itself be returned, for what was paid for it', async () => {
  const one = await bought(1000, 1600);
  const request = await askedFor(shop, one, exchangeFor(one, one.wanted));
  await approve(shop, request, { outcome: 'exchange' });
  await receive(shop, one, [{ itemId: one.items[0], quantity: 1 }]);
  const made = await orderOf(request);
  await setStatus(shop, made, 'delivered');
  const [row] = await shop<{ order_number: string; key: string; item: string }[]>`
    select o.order_number, shop.page_key(o.id) as key, i.id as item from public.orders o join public.order_items i on i.order_id = o.id where o.id = ${made.id}`;
  const again = {
    order: { ...one.order, id: made.id, order_number: row?.order_number ?? '' },
    key: row?.key ?? '',
    items: [row?.item ?? ''],
  };
  const second = await askedFor(shop, again);
  await approve(shop, second);
  await receive(shop, again, [{ itemId: again.items[0], quantity: 1 }]);
  await settle(shop, second);
  expect(await now(shop, second)).toMatchObject({ state: 'settled', paidBack: 1600 });
});

test('what is sold out cannot be asked for, and an exchange whose piece sold out meanwhile is not approved', async () => {
  const one = await bought();
  const request = await askedFor(shop, one, exchangeFor(one, one.wanted));
  await changeStock(shop, one.wanted.id, -10, 'damage');
  const refusal = await refusalOf(approve(shop, request, { outcome: 'exchange' }));
  expect([refusal.code, refusal.message]).toEqual([
    'exchange_sold_out',
    'Halo Ring is sold out, so this exchange is not possible',
  ]);
  expect(await now(shop, request)).toMatchObject({ state: 'asked', exchange_order_id: null });
  await decline(shop, request);
  expect(await refusalOf(ask(shop, one, exchangeFor(one, one.wanted)))).toMatchObject({ code: 'exchange_sold_out' });
});

test('the last piece goes to one of two exchanges that are approved at once', async () => {
  const wanted = await addProduct(shop, { stock: 1 });
  const all = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const one = await bought();
      return askedFor(shop, one, exchangeFor(one, wanted));
    }),
  );
  const { done, refused } = await race(12, (n) => approve(shop, all[n % 6] as { id: string }, { outcome: 'exchange' }));
  expect([done.length, refused.length, await stockOf(wanted)]).toEqual([1, 11, 0]);
  expect(refused.filter(({ code }) => code === 'exchange_sold_out').length).toBeGreaterThanOrEqual(10);
  expect(await bookErrors(shop)).toEqual([]);
});

test.each(['withdrawn', 'declined', 'cancelled', 'deleted'] as const)(
  'an exchange that is %s before its piece is back puts the wanted one back and leaves no credit',
  async (end) => {
    const one = await bought(1000, 1400);
    const request = await askedFor(shop, one, exchangeFor(one, one.wanted));
    await approve(shop, request, { outcome: 'exchange' });
    const made = await orderOf(request);
    if (end === 'withdrawn') await withdraw(shop, one, request);
    if (end === 'declined') await decline(shop, request);
    if (end === 'cancelled') await setStatus(shop, made, 'cancelled');
    if (end === 'deleted') await archiveOrder(shop, made);
    expect(await stockOf(one.wanted)).toBe(10);
    expect(await creditOf(shop, await customerOf(shop, one.order))).toBe(0);
    expect(await sumsOf(shop, one.order)).toMatchObject({ refunded: 0 });
    const isGivenUp = end === 'cancelled' || end === 'deleted';
    expect(await now(shop, request)).toMatchObject({ state: isGivenUp ? 'approved' : end, paidBack: 0 });
    if (!isGivenUp) return;
    // The request goes on, for store credit.
    await receive(shop, one, [{ itemId: one.items[0], quantity: 1 }]);
    await settle(shop, request, 'store_credit');
    expect(await now(shop, request)).toMatchObject({ state: 'settled', outcome: 'store_credit', paidBack: 1000 });
    expect(await creditOf(shop, await customerOf(shop, one.order))).toBe(1000);
  },
);

test('an exchange that left first and was refused at the door pays nothing until its piece is back', async () => {
  const one = await bought();
  const request = await askedFor(shop, one, exchangeFor(one, one.wanted));
  await approve(shop, request, { outcome: 'exchange', sendsFirst: true });
  const made = await orderOf(request);
  const parcel = await createShipment(shop, made as never);
  await setShipmentStatus(shop, parcel, 'shipped');
  await setShipmentStatus(shop, parcel, 'returned');
  await setStatus(shop, made, 'cancelled');
  expect(await sumsOf(shop, made)).toMatchObject({ credit: 0, toRefund: 0 });
  expect(await sumsOf(shop, one.order)).toMatchObject({ refunded: 0 });
  expect(await now(shop, request)).toMatchObject({ state: 'approved', outcome: 'store_credit', paidBack: 0 });
});

test('once its piece is back, a cancelled exchange leaves the customer its worth as store credit', async () => {
  const one = await bought();
  const request = await askedFor(shop, one, exchangeFor(one, one.wanted));
  await approve(shop, request, { outcome: 'exchange' });
  await receive(shop, one, [{ itemId: one.items[0], quantity: 1 }]);
  await setStatus(shop, await orderOf(request), 'cancelled');
  expect(await creditOf(shop, await customerOf(shop, one.order))).toBe(1000);
  expect(await now(shop, request)).toMatchObject({ state: 'settled', paidBack: 1000 });
});

test('a claim is exchanged for the same piece, which the shop pays for', async () => {
  const one = await bought();
  const photoIds = [await addPhoto(shop, one)];
  const items = [{ itemId: one.items[0] ?? '', quantity: 1 }];
  const request = await askedFor(shop, one, { kind: 'claim', outcome: 'exchange', reason: 'faulty', items, photoIds });
  await approve(shop, request, { outcome: 'exchange', comesBack: false });
  expect(await sumsOf(shop, await orderOf(request))).toMatchObject({ due: 0, credit: 1000 });
  expect(await now(shop, request)).toMatchObject({ state: 'settled', paidBack: 1000 });
  await setStatus(shop, await orderOf(request), 'shipped');
});

test('cancelling an exchange races deciding about it, counting and withdrawing: nobody waits for ever, and the books agree', async () => {
  for (let round = 0; round < 4; round += 1) {
    const one = await bought();
    const request = await askedFor(shop, one, exchangeFor(one, one.wanted));
    await approve(shop, request, { outcome: 'exchange' });
    const made = await orderOf(request);
    await race(8, (n): PromiseLike<unknown> => {
      if (n % 4 === 0) return setStatus(shop, made, 'cancelled');
      if (n % 4 === 1) return decline(shop, request);
      if (n % 4 === 2) return receive(shop, one, [{ itemId: one.items[0], quantity: 1 }]);
      return withdraw(shop, one, request);
    });
    const { state, paidBack } = await now(shop, request);
    expect(['received', 'settled', 'declined', 'withdrawn', 'approved']).toContain(state);
    expect(await creditOf(shop, await customerOf(shop, one.order))).toBe(paidBack);
  }
  expect(await bookErrors(shop)).toEqual([]);
});

test('an exchange that left first and whose piece never came is settled without another payment, and the sums tell', async () => {
  const one = await bought();
  const request = await askedFor(shop, one, exchangeFor(one, one.wanted));
  await approve(shop, request, { outcome: 'exchange', sendsFirst: true });
  await receive(shop, one, [{ itemId: one.items[0], quantity: 1, disposition: 'missing' }]);
  expect((await now(shop, request)).state).toBe('received');
  await settle(shop, request);
  expect(await now(shop, request)).toMatchObject({ state: 'settled', refund: 0, paidBack: 1000 });
});

test('one order can be exchanged piece by piece for another two at once, each for its own request', async () => {
  const one = await bought(1000, 1000, 2);
  const { done } = await race(2, () => ask(shop, one, exchangeFor(one, one.wanted)));
  expect(done).toHaveLength(2);
  const requests = await shop<{ id: string }[]>`select id from public.return_requests where order_id = ${one.order.id}`;
  await race(2, (n) => approve(shop, requests[n] as { id: string }, { outcome: 'exchange' }));
  await receive(shop, one, [{ itemId: one.items[0], quantity: 2 }]);
  for (const request of requests) expect(await now(shop, request)).toMatchObject({ state: 'settled', paidBack: 1000 });
  expect(await stockOf(one.wanted)).toBe(8);
});
