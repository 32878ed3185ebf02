import { expect, test } from 'vitest';
import { DELIVERY } from '#built/settings.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { type Line, orderFor, setStatus } from './calls/order-calls.ts';
import { race } from './calls/race.ts';
import { refusalOf } from './calls/refusals.ts';
import { addProduct } from './rows/catalogue-rows.ts';

/** Small ones, so that a test need not place many orders. */
const LIMITS = {
  phone: { perHour: 3, perDay: 4 },
  device: { perHour: 3, perDay: 5 },
  address: { perHour: 4, perDay: 6 },
};

const database = await testPostgres();
const shop = await database.connect(20);
const ring = await addProduct(shop, { stock: 10_000 });

let people = 0;
/** Somebody who has not ordered yet: a phone, an address, a device. */
const somebody = () => {
  people += 1;
  return { phone: `+92300${String(people).padStart(7, '0')}`, address: `House ${people}, Street 2`, device: `device-${people}` };
};

interface Sent {
  phone?: string;
  address?: string;
  device?: string | null;
  key?: string | null;
  limits?: object | null;
  items?: Line[];
}

async function order({
  phone,
  address,
  device,
  key = null,
  limits = LIMITS,
  items = [{ product: ring }],
}: Sent): Promise<{ id: string; order_number: string }> {
  const one = somebody();
  const payload = orderFor(items, { customerPhone: phone ?? one.phone, customerAddress: address ?? one.address });
  const [row] = await shop`
    select public.place_order(${shop.json(payload)}, ${shop.json(DELIVERY)}, ${key}, null, ${device ?? null},
                              ${limits ? shop.json(limits as never) : null}) as order`;
  return row?.order;
}

const several = async (count: number, sent: Sent) => {
  const orders = [];
  for (let number = 0; number < count; number += 1) orders.push(await order(sent));
  return orders;
};
/** As if orders had been placed so long ago. */
const age = (hours: number, phone: string) =>
  database.owner`update public.orders set created_at = created_at - make_interval(hours => ${hours}) where customer_phone = ${phone}`;

test.each([
  ['phone', 3],
  ['device', 3],
  ['address', 4],
] as const)('orders of one %s that wait are so many in an hour, and no more', async (kind, most) => {
  const { [kind]: same } = somebody();
  await several(most, { [kind]: same });
  const refusal = await refusalOf(order({ [kind]: same }));
  expect(refusal).toMatchObject({ status: 429, code: 'too_many_orders' });
  const { retryAfter } = refusal.details as { retryAfter: number };
  expect(retryAfter).toBeGreaterThan(3_500);
  expect(retryAfter).toBeLessThanOrEqual(3_600);
  // Somebody else is not kept from ordering.
  await order({});
});

test('an hour later some more are accepted, up to the daily limit', async () => {
  const { phone } = somebody();
  await several(3, { phone });
  await age(2, phone);
  await order({ phone });
  const { details } = await refusalOf(order({ phone }));
  expect((details as { retryAfter: number }).retryAfter).toBeGreaterThan(21 * 3_600);
  await age(23, phone);
  await order({ phone });
});

test('orders that staff have handled no longer count, whatever their status', async () => {
  const { phone } = somebody();
  const [first, second] = await several(3, { phone });
  await setStatus(shop, first ?? { id: '' }, 'processing');
  await setStatus(shop, second ?? { id: '' }, 'cancelled');
  await several(2, { phone });
  expect(await refusalOf(order({ phone }))).toMatchObject({ code: 'too_many_orders' });
});

test('addresses are compared without spacing, case and punctuation; different addresses in Urdu stay different', async () => {
  await several(2, { address: 'House 12,  Street 4 (F-7/2)' });
  await several(2, { address: 'HOUSE 12 STREET 4, F 7 2.' });
  expect(await refusalOf(order({ address: 'house 12; street 4, f-7/2' }))).toMatchObject({ code: 'too_many_orders' });
  await several(4, { address: 'مکان نمبر ۱۲، گلی ۴' });
  await order({ address: 'مکان نمبر ۱۳، گلی ۴' });
});

test('a placed order is answered by its key, however many follow', async () => {
  const { phone, address } = somebody();
  const sent = { phone, address, key: 'the-first-order' };
  const first = await order(sent);
  await several(2, { phone });
  expect(await order(sent)).toMatchObject({ id: first.id });
  expect(await refusalOf(order({ phone, key: 'the-next-order' }))).toMatchObject({ code: 'too_many_orders' });
});

test('without limits, and without a device, nothing is counted', async () => {
  const { phone } = somebody();
  await several(6, { phone, limits: null });
  await several(6, { device: null });
});

test('of fifty orders sent at once exactly the allowed number is placed, without a deadlock', async () => {
  const { phone, address, device } = somebody();
  const { done, refused } = await race(50, (number) =>
    order([{ phone }, { address }, { device }, { phone, address, device }][number % 4] ?? {}),
  );
  expect(done.length + refused.length).toBe(50);
  for (const refusal of refused) expect(refusal).toMatchObject({ code: 'too_many_orders' });
  const [open] = await shop`
    select count(*) filter (where customer_phone = ${phone})::int as phone, count(*) filter (where customer_address = ${address})::int as address,
           count(*) filter (where device_fingerprint = ${device})::int as device from public.orders`;
  expect(open).toEqual({ phone: 3, address: expect.toBeOneOf([3, 4]), device: 3 });
});

const pieces = (quantity: number, sent: Sent = {}, product = ring) =>
  order({ ...sent, limits: {}, items: [{ product, quantity }] });
const tooLarge = (allowed: number) => ({ status: 422, code: 'order_too_large', details: { allowed } });

test('one order takes so many of a piece, so many pieces and so much money, and is told what is allowed', async () => {
  const others = await Promise.all([1, 2].map(() => addProduct(shop, { stock: 100 })));
  const dear = await addProduct(shop, { stock: 100, price: 30_000 });
  await pieces(20);
  const refusal = await refusalOf(pieces(21));
  expect(refusal).toMatchObject({
    ...tooLarge(20),
    message: `Online you can order at most 20 of ${ring.name} in one order`,
    details: { items: [{ productId: ring.id, available: 20 }], errors: [{ path: 'items.0.quantity' }] },
  });
  const several = [ring, ...others].map((product) => ({ product, quantity: 14 }));
  expect(await refusalOf(order({ limits: {}, items: several }))).toMatchObject({
    ...tooLarge(40),
    message: 'Online you can order at most 40 pieces in one order: here are 42',
  });
  expect(await refusalOf(pieces(4, {}, dear))).toMatchObject({
    ...tooLarge(100_000),
    message: 'Online you can order for at most Rs 100,000 in one order: this is Rs 120,000',
  });
  // Who writes down an order for somebody decides for the shop.
  await order({ limits: null, items: [{ product: dear, quantity: 50 }] });
});

test.each(['phone', 'device'] as const)(
  'the unconfirmed orders of one %s are counted together until somebody confirms them',
  async (kind) => {
    const { [kind]: same } = somebody();
    const first = await pieces(15, { [kind]: same });
    expect(await refusalOf(pieces(6, { [kind]: same }))).toMatchObject({
      ...tooLarge(20),
      message: `Online you can order at most 20 of ${ring.name} until your waiting orders are confirmed`,
      details: { items: [{ available: 5 }] },
    });
    // The link of its page comes with the order: whoever placed it has it.
    await shop`select public.confirm_by_shopper(${first.id}, 'page')`;
    expect(await refusalOf(pieces(6, { [kind]: same }))).toMatchObject(tooLarge(20));
    await shop`select public.record_attempt(${first.id}, '{"how": "call", "outcome": "confirmed"}', null)`;
    await pieces(20, { [kind]: same });
  },
);

test('of orders sent at once by one phone no more pieces are taken than one order may have', async () => {
  const { phone } = somebody();
  const { done, refused } = await race(12, () => pieces(7, { phone }));
  expect([done.length, refused.length]).toEqual([2, 10]);
  for (const refusal of refused) expect(refusal).toMatchObject(tooLarge(20));
});
