import { afterEach, expect, test } from 'vitest';
import { DELIVERY } from '#built/settings.ts';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { setStatus } from './calls/order-calls.ts';
import { refundOrder, sumsOf } from './calls/payment-calls.ts';
import { race } from './calls/race.ts';
import { AGAINST_THE_BOOKS, NOT_ALLOWED, refusalOf, sqlstateOf } from './calls/refusals.ts';
import {
  addPhoto,
  approve,
  arrived,
  ask,
  askedFor,
  decline,
  now,
  pageOf,
  receive,
  setPolicy,
  settle,
  withdraw,
} from './calls/return-calls.ts';
import { addProduct, bookErrors } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(12);

afterEach(() => setPolicy(shop, {}));

const stockOf = async (product: { id: string }) =>
  (await shop<{ stock: number }[]>`select stock_quantity as stock from public.products where id = ${product.id}`)[0]?.stock;

const fieldsOf = async (call: PromiseLike<unknown>) => {
  const { details } = await refusalOf(call);
  return (details as { errors: { path: string; message: string }[] }).errors.map(({ path, message }) => `${path}: ${message}`);
};

test('the policy of a shop that has saved none is what the settings show', async () => {
  await shop`update public.shop_settings set content = content - 'returns' where id`;
  const [row] = await shop<{ policy: unknown }[]>`select shop.return_policy() as policy`;
  expect(row?.policy).toEqual(DEFAULT_SETTINGS.returns);
});

test('a piece goes its way: asked for, approved, received, paid back what was paid for it', async () => {
  const ring = await addProduct(shop, { stock: 10, price: 900 });
  const one = await arrived(shop, [{ product: ring, quantity: 2 }]);
  const request = await askedFor(shop, one);
  expect(await now(shop, request)).toMatchObject({ state: 'asked', refund: 900, paidBack: 0 });
  await approve(shop, request);
  expect(await refusalOf(settle(shop, request))).toMatchObject({ code: 'return_not_back' });
  expect(await stockOf(ring)).toBe(8);
  await receive(shop, one, [{ itemId: one.items[0], quantity: 1 }]);
  expect([(await now(shop, request)).state, await stockOf(ring)]).toEqual(['received', 9]);
  await settle(shop, request);
  expect(await now(shop, request)).toMatchObject({ state: 'settled', refund: 900, paidBack: 900 });
  expect(await sumsOf(shop, one.order)).toMatchObject({ refunded: 900, toRefund: 0, status: 'paid' });
  const history = await shop`select state from public.return_decisions where request_id = ${request.id} order by sequence`;
  expect(history.map(({ state }) => state)).toEqual(['asked', 'approved', 'received', 'settled']);
  expect(await bookErrors(shop)).toEqual([]);
});

test('what arrives before anybody has approved is received once it is approved, and moves the stock once', async () => {
  const ring = await addProduct(shop, { stock: 5 });
  const one = await arrived(shop, [{ product: ring }]);
  const request = await askedFor(shop, one, { outcome: 'store_credit' });
  await receive(shop, one, [{ itemId: one.items[0], quantity: 1, disposition: 'damaged' }]);
  expect([(await now(shop, request)).state, await stockOf(ring)]).toEqual(['asked', 4]);
  await approve(shop, request, { outcome: 'store_credit' });
  expect([(await now(shop, request)).state, await stockOf(ring)]).toEqual(['received', 4]);
  await settle(shop, request, 'store_credit');
  expect(await now(shop, request)).toMatchObject({ state: 'settled', paidBack: 1000 });
});

test('what was to come back and did not is not paid', async () => {
  const ring = await addProduct(shop, { stock: 5, price: 700 });
  const one = await arrived(shop, [{ product: ring, quantity: 2 }]);
  const request = await askedFor(shop, one, { items: [{ itemId: one.items[0] ?? '', quantity: 2 }] });
  await approve(shop, request);
  await receive(shop, one, [
    { itemId: one.items[0], quantity: 1 },
    { itemId: one.items[0], quantity: 1, disposition: 'missing' },
  ]);
  await settle(shop, request);
  expect(await now(shop, request)).toMatchObject({ state: 'settled', refund: 700, paidBack: 700 });
});

test('declined or withdrawn, a piece may be asked for again; settled, it may not', async () => {
  const ring = await addProduct(shop, { stock: 5 });
  const one = await arrived(shop, [{ product: ring }]);
  await decline(shop, await askedFor(shop, one));
  await withdraw(shop, one, await askedFor(shop, one));
  const request = await askedFor(shop, one);
  expect(await fieldsOf(ask(shop, one))).toEqual(['items.0.quantity: You have asked for this piece already']);
  await approve(shop, request);
  await receive(shop, one, [{ itemId: one.items[0], quantity: 1 }]);
  await settle(shop, request);
  expect(await fieldsOf(ask(shop, one))).toEqual(['items.0.quantity: This piece is back with us already']);
  expect(await refusalOf(withdraw(shop, one, request))).toMatchObject({ code: 'return_decided', details: { state: 'settled' } });
  expect(await refusalOf(decline(shop, request))).toMatchObject({ code: 'return_decided' });
});

test('pieces that came back without being asked for cannot be asked for', async () => {
  const ring = await addProduct(shop, { stock: 5 });
  const one = await arrived(shop, [{ product: ring, quantity: 3 }]);
  await receive(shop, one, [{ itemId: one.items[0], quantity: 2 }]);
  const itemId = one.items[0] ?? '';
  expect(await fieldsOf(ask(shop, one, { items: [{ itemId, quantity: 2 }] }))).toEqual([
    'items.0.quantity: Only 1 of these can be sent back',
  ]);
  await ask(shop, one, { items: [{ itemId, quantity: 1 }] });
});

test('the database itself refuses pieces that are not the customer’s, at another worth, or twice', async () => {
  const one = await arrived(shop, [{ product: await addProduct(shop, { stock: 5 }), quantity: 2 }]);
  const [held, { id }] = [await askedFor(shop, one), await askedFor(shop, one)];
  await decline(shop, { id });
  const add = (place: number, share: number) => shop`
    insert into shop.return_pieces (request_id, order_id, order_item_id, place, share)
    values (${id}, ${one.order.id}, ${one.items[0] ?? ''}, ${place}, ${share})`;
  expect(await sqlstateOf(add(3, 1000))).toBe(AGAINST_THE_BOOKS);
  // The first is in the other request.
  expect(await sqlstateOf(add(1, 1000))).toBe('23505');
  await decline(shop, held);
  expect(await sqlstateOf(add(1, 999))).toBe(AGAINST_THE_BOOKS);
  await receive(shop, one, [{ itemId: one.items[0], quantity: 2 }]);
  expect(await sqlstateOf(add(1, 1000))).toBe(AGAINST_THE_BOOKS);
  expect(
    await sqlstateOf(shop`update public.return_requests set state = 'approved', outcome = 'transfer' where id = ${id}`),
  ).toBe(AGAINST_THE_BOOKS);
  expect(await sqlstateOf(shop`delete from public.return_decisions where request_id = ${id}`)).toBe(NOT_ALLOWED);
});

test('nothing is returned before it has arrived, nor when the days are over', async () => {
  const ring = await addProduct(shop, { stock: 5 });
  const one = await arrived(shop, [{ product: ring }]);
  await setStatus(shop, one.order, 'shipped');
  expect(await refusalOf(ask(shop, one))).toMatchObject({ code: 'return_not_offered' });
  await setStatus(shop, one.order, 'delivered');
  await shop`update shop.return_terms set ends_at = now() where order_id = ${one.order.id}`;
  expect(await refusalOf(ask(shop, one))).toMatchObject({ code: 'return_over' });
  const { returns } = await pageOf(shop, one);
  expect(returns).toMatchObject({ is_over: true, kinds: [], items: [{ may_return: 0, may_claim: 0, obstacle: 'over' }] });
});

test('the days last to the end of the last one in Pakistan, and the page stays as long, and while a request is open', async () => {
  await setPolicy(shop, { days: 60 });
  const ring = await addProduct(shop, { stock: 5 });
  const one = await arrived(shop, [{ product: ring }]);
  const [row] = await shop<{ local: string; days: number; lasts: boolean }[]>`
    select to_char(t.ends_at at time zone 'Asia/Karachi', 'HH24:MI') as local, shop.day_of(t.ends_at) - shop.day_of(t.delivered_at) as days,
           shop.page_ends_at(o) >= t.ends_at as lasts
      from shop.return_terms t join public.orders o on o.id = t.order_id where o.id = ${one.order.id}`;
  expect(row).toEqual({ local: '00:00', days: 61, lasts: true });
  await ask(shop, one);
  const [open] = await shop`select isfinite(shop.page_ends_at(o)) as ends from public.orders o where o.id = ${one.order.id}`;
  expect(open).toEqual({ ends: false });
});

test('what was promised with the delivery holds, whatever the shop changes later', async () => {
  const ring = await addProduct(shop, { stock: 5 });
  const one = await arrived(shop, [{ product: ring }]);
  await setPolicy(shop, { days: 1, outcomes: ['store_credit'], evidence: ['return'], shopPays: ['return'] });
  await shop`update public.products set no_return_reason = 'for hygiene' where id = ${ring.id}`;
  expect((await pageOf(shop, one)).returns).toMatchObject({
    outcomes: ['transfer', 'store_credit', 'exchange'],
    evidence: ['claim'],
    shop_pays: ['claim'],
  });
  await ask(shop, one);
  const other = await arrived(shop, [{ product: ring }]);
  expect((await pageOf(shop, other)).returns).toMatchObject({
    outcomes: ['store_credit'],
    evidence: ['return'],
    shop_pays: ['return'],
    kinds: ['claim'],
    items: [{ may_return: 0, may_claim: 1, obstacle: 'excluded', because: 'for hygiene' }],
  });
});

const reduced = async (product: { id: string; price: number }) => {
  await shop`update public.products set original_price = price + 500 where id = ${product.id}`;
  return product;
};

test.each([
  ['an excluded piece', { excluded: 'for hygiene' }, {}, {}, 'items.0.quantity: Not taken back, for hygiene'],
  ['a reduced piece', { reduced: true }, { excludesReduced: true }, {}, 'items.0.quantity: Not taken back: it was reduced'],
  ['a reduced piece where they are taken back', { reduced: true }, {}, {}, null],
  ['a claim about an excluded piece', { excluded: 'for hygiene' }, { evidence: [] }, { kind: 'claim', reason: 'faulty' }, null],
  [
    'a claim about a reduced piece',
    { reduced: true },
    { excludesReduced: true, evidence: [] },
    { kind: 'claim', reason: 'faulty' },
    null,
  ],
  [
    'a claim without a photo',
    {},
    {},
    { kind: 'claim', reason: 'faulty' },
    'photoIds: Please add a photo that shows what is wrong',
  ],
  [
    'a return without a photo where it needs one',
    {},
    { evidence: ['return'] },
    {},
    'photoIds: Please add a photo that shows what is wrong',
  ],
  ['money where only credit is given', {}, { outcomes: ['store_credit'] }, {}, 'outcome: We do not offer this'],
  ['credit where credit is given', {}, { outcomes: ['store_credit'] }, { outcome: 'store_credit' }, null],
  [
    'a photo that nobody kept',
    {},
    {},
    { photoIds: ['a'.repeat(32)] },
    'photoIds.0: The photo was not kept. Please add it again.',
  ],
  [
    'a piece of another order',
    {},
    {},
    { items: [{ itemId: 'f'.repeat(24), quantity: 1 }] },
    'items.0.itemId: This piece is not in the order',
  ],
] as const)('%s', async (_, facts: { excluded?: string; reduced?: boolean }, policy, asked, complaint) => {
  await setPolicy(shop, policy);
  const ring = await addProduct(shop, { stock: 5 });
  if (facts.excluded) await shop`update public.products set no_return_reason = ${facts.excluded} where id = ${ring.id}`;
  if (facts.reduced) await reduced(ring);
  const one = await arrived(shop, [{ product: ring }]);
  // As it was when it was ordered.
  await shop`update public.products set original_price = null where id = ${ring.id}`;
  if (complaint) expect(await fieldsOf(ask(shop, one, asked as never))).toEqual([complaint]);
  else expect(await ask(shop, one, asked as never)).toHaveLength(1);
});

test('a claim may do without the pieces, and gives the delivery charge back once', async () => {
  const ring = await addProduct(shop, { stock: 5, price: 600 });
  const one = await arrived(shop, [{ product: ring, quantity: 2 }]);
  const claim = async () => ({
    kind: 'claim' as const,
    reason: 'faulty',
    photoIds: [await addPhoto(shop, one)],
  });
  const first = await askedFor(shop, one, await claim());
  expect(await fieldsOf(approve(shop, first, { deliveryBack: DELIVERY.fee + 1 }))).toEqual([
    `deliveryBack: At most Rs ${DELIVERY.fee} of the delivery charge are left`,
  ]);
  await approve(shop, first, { comesBack: false, deliveryBack: DELIVERY.fee });
  await settle(shop, first);
  expect(await now(shop, first)).toMatchObject({ state: 'settled', paidBack: 600 + DELIVERY.fee });
  const second = await askedFor(shop, one, await claim());
  expect(await fieldsOf(approve(shop, second, { comesBack: false, deliveryBack: 1 }))).toEqual([
    'deliveryBack: At most Rs 0 of the delivery charge are left',
  ]);
  expect((await pageOf(shop, one)).returns?.items[0]).toMatchObject({ may_return: 0, may_claim: 0 });
});

test.each([
  [{ comesBack: false }, 'comesBack: Only a claim may do without the pieces'],
  [{ deliveryBack: 10 }, 'deliveryBack: Only with a claim'],
  [{ charges: 10 }, 'charges: Only with an exchange'],
  [{ sendsFirst: true }, 'sendsFirst: Only with an exchange'],
  [{ outcome: 'exchange' }, 'outcome: The customer has not said what they want instead'],
])('a return cannot be approved with %j', async (decision, complaint) => {
  const one = await arrived(shop, [{ product: await addProduct(shop, { stock: 5 }) }]);
  expect(await fieldsOf(approve(shop, await askedFor(shop, one), decision))).toEqual([complaint]);
});

test('how money goes back is what was approved', async () => {
  const one = await arrived(shop, [{ product: await addProduct(shop, { stock: 5 }) }]);
  const request = await askedFor(shop, one);
  await approve(shop, request);
  await receive(shop, one, [{ itemId: one.items[0], quantity: 1 }]);
  expect(await fieldsOf(settle(shop, request, 'store_credit'))).toEqual(['method: Money back was approved']);
  await refundOrder(shop, one.order, 500, 'cash', { isBesides: true });
  expect(await refusalOf(settle(shop, request))).toMatchObject({ code: 'refund_too_large' });
});

test('settling with one key pays once; with the key of another request it is refused', async () => {
  const ring = await addProduct(shop, { stock: 9 });
  const one = await arrived(shop, [{ product: ring, quantity: 2 }]);
  const itemId = one.items[0] ?? '';
  const [first, second] = [await askedFor(shop, one), await askedFor(shop, one)];
  for (const request of [first, second]) await approve(shop, request);
  await receive(shop, one, [{ itemId, quantity: 2 }]);
  const { done } = await race(10, () => settle(shop, first, 'bank_transfer', 'one-key'));
  expect([done.length, (await sumsOf(shop, one.order)).refunded]).toEqual([10, 1000]);
  expect(await refusalOf(settle(shop, second, 'bank_transfer', 'one-key'))).toMatchObject({ code: 'idempotency_mismatch' });
});

test('two who ask at once for one piece get one request; one key is one request', async () => {
  const ring = await addProduct(shop, { stock: 9 });
  const one = await arrived(shop, [{ product: ring }]);
  const first = await race(20, () => ask(shop, one));
  expect([first.done.length, new Set(first.refused.map(({ code }) => code))]).toEqual([1, new Set(['validation_failed'])]);
  const other = await arrived(shop, [{ product: ring, quantity: 3 }]);
  const second = await race(20, () => ask(shop, other, {}, 'a-key'));
  expect(second.done).toHaveLength(20);
  expect(await shop`select from public.return_requests where order_id = ${other.order.id}`).toHaveLength(1);
  expect(await refusalOf(ask(shop, one, {}, 'a-key'))).toMatchObject({ code: 'idempotency_mismatch' });
});

test('approving, declining and withdrawing race: one of them is done', async () => {
  const ring = await addProduct(shop, { stock: 9 });
  const one = await arrived(shop, [{ product: ring }]);
  for (let round = 0; round < 3; round += 1) {
    const request = await askedFor(shop, one);
    const { done, refused } = await race(12, (n): PromiseLike<unknown> => {
      if (n % 2 === 0) return approve(shop, request);
      return decline(shop, request);
    });
    // Who declines may follow whoever approves.
    expect(done.length).toBeLessThanOrEqual(2);
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['return_decided']));
    if ((await now(shop, request)).state === 'approved') await decline(shop, request);
  }
});

test('counting races approval: the request is received, once', async () => {
  const ring = await addProduct(shop, { stock: 30 });
  for (let round = 0; round < 5; round += 1) {
    const one = await arrived(shop, [{ product: ring, quantity: 2 }]);
    const request = await askedFor(shop, one, { items: [{ itemId: one.items[0] ?? '', quantity: 2 }] });
    await race(
      3,
      (n): PromiseLike<unknown> =>
        n === 1 ? approve(shop, request) : receive(shop, one, [{ itemId: one.items[0], quantity: 1 }]),
    );
    expect((await now(shop, request)).state).toBe('received');
  }
  expect(await stockOf(ring)).toBe(30);
});

test('an order that is not delivered any more pays nothing back', async () => {
  const ring = await addProduct(shop, { stock: 9 });
  const one = await arrived(shop, [{ product: ring }]);
  const request = await askedFor(shop, one);
  await setStatus(shop, one.order, 'shipped');
  expect(await refusalOf(approve(shop, request))).toMatchObject({ code: 'order_not_delivered' });
  await setStatus(shop, one.order, 'delivered');
  await approve(shop, request);
  await receive(shop, one, [{ itemId: one.items[0], quantity: 1 }]);
  await setStatus(shop, one.order, 'cancelled');
  expect(await refusalOf(settle(shop, request))).toMatchObject({ code: 'order_not_delivered' });
  await decline(shop, request);
});

test('a photo goes after a day unless it was sent with a request, and half a year after the end of that', async () => {
  const one = await arrived(shop, [{ product: await addProduct(shop, { stock: 5 }) }]);
  const [alone, sent] = [await addPhoto(shop, one), await addPhoto(shop, one)];
  const request = await askedFor(shop, one, { photoIds: [sent] });
  const kept = async () =>
    Object.fromEntries(
      (
        await shop<{ id: string; days: number | null }[]>`
          select id, round(extract(epoch from kept_until - now()) / 86400)::int as days from public.return_photos where order_id = ${one.order.id}`
      ).map(({ id, days }) => [id, days]),
    );
  expect(await kept()).toEqual({ [alone]: 1, [sent]: null });
  await decline(shop, request);
  expect(await kept()).toEqual({ [alone]: 1, [sent]: 180 });
  await shop`update public.return_photos set kept_until = now() where id = ${alone}`;
  expect(await shop`select name from public.ended_return_photos()`).toEqual([{ name: `${alone}.webp` }]);
});
