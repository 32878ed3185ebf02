// A gift: its wrap is charged by the shop's price of the moment, stays with the order, and goes back with all of it or for the shop's fault alone.
import type { Sql } from 'postgres';
import { beforeEach, expect, test } from 'vitest';
import { DELIVERY } from '#built/settings.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { newPhone } from './calls/code-calls.ts';
import { orderFor, type PlacedOrder, placeOrder, setStatus } from './calls/order-calls.ts';
import { addProduct } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const sql: Sql = await database.connect(1);
const ring = await addProduct(sql, { price: 1000, stock: 1000 });
const choker = await addProduct(sql, { price: 1000, stock: 1000 });

const offer = (wrap: 'off' | 'offered', price = 150) =>
  sql`select public.change_settings(${sql.json({ gifts: { wrap, price } })}, null)`;

beforeEach(() => offer('offered'));

const WRAPPED = { isGift: true, wantsGiftWrap: true } as object;
const gift = (changes: object = {}) => orderFor([{ product: ring }], { customerPhone: newPhone(), ...changes });

/** What is refused, with its details. */
async function refusalOf(work: Promise<unknown>) {
  const failure = await work.then(
    () => null,
    (error: Error) => error,
  );
  const refusal = JSON.parse(failure?.message ?? '{}');
  return { ...refusal, details: JSON.parse(refusal.details ?? '{}') };
}

const rowOf = async ({ id }: { id: string }) => (await sql`select * from public.orders where id = ${id}`)[0];

/** With delivery of 200. */
const placeWrapped = (changes: object = {}) => placeOrder(sql, gift({ ...WRAPPED, totalAmount: 1350, ...changes }));

test('the wrap costs what the shop says, and an order that was shown another sum is refused with the new one', async () => {
  const placed = await placeWrapped({ giftNote: 'Eid Mubarak', hidesPrices: true });
  expect(await rowOf(placed)).toMatchObject({
    subtotal: '1000.00',
    shipping: '200.00',
    gift_wrap: '150.00',
    total_amount: '1350.00',
    due_on_delivery: '1350.00',
    gift_note: 'Eid Mubarak',
    hides_prices: true,
    is_wrapped: true,
  });
  await offer('offered', 300);
  expect((await rowOf(placed))?.['total_amount']).toBe('1350.00');
  const refused = await refusalOf(placeWrapped());
  expect(refused).toMatchObject({ code: 'price_changed', details: { giftWrap: 300, total: 1500 } });
});

test.each([150, 0])('once the shop wraps no more, an order that wants wrap for %i is refused, and says so', async (price) => {
  await offer('off', price);
  const refused = await refusalOf(placeWrapped({ totalAmount: 1200 }));
  expect(refused).toMatchObject({ code: 'price_changed', details: { giftWrap: null, total: 1200 } });
});

test('wishes of an order that is no gift count for nothing', async () => {
  const placed = await placeOrder(sql, gift({ wantsGiftWrap: true, giftNote: 'Hello', hidesPrices: true }));
  expect(await rowOf(placed)).toMatchObject({
    is_gift: false,
    gift_note: '',
    hides_prices: false,
    is_wrapped: false,
    total_amount: '1200.00',
  });
});

test('the wrap moves neither the free-delivery limit nor what is taken off, and stays the same through every edit', async () => {
  const placed = await placeWrapped();
  await offer('offered', 500);
  const edit = (items: object[]) =>
    sql`select public.edit_order_items(${placed.id}, ${sql.json(items as never)}, ${sql.json(DELIVERY)}, null, by_today => true)`;
  await edit([{ productId: choker.id, quantity: 3 }]);
  expect(await rowOf(placed)).toMatchObject({ shipping: '0.00', gift_wrap: '150.00', total_amount: '3150.00' });
  await edit([{ productId: ring.id, quantity: 1 }]);
  expect(await rowOf(placed)).toMatchObject({ shipping: '200.00', gift_wrap: '150.00', total_amount: '1350.00' });
});

test('an order whose terms nobody kept costs what it shows, its wrap included', async () => {
  const placed = await placeWrapped();
  const [row] = await sql`select shop.shown_terms(o) as terms from public.orders o where o.id = ${placed.id}`;
  expect(row?.['terms']).toMatchObject({ giftWrap: 150 });
});

test('cancelling gives the wrap back with everything; of a delivered order it goes back for a claim alone, once', async () => {
  const cancelled = await placeWrapped();
  await sql`select shop.record_advance(shop.lock_order(${cancelled.id}), 1350, 'raast')`;
  await setStatus(sql, cancelled, 'cancelled');
  expect((await rowOf(cancelled))?.['to_refund']).toBe('1350.00');

  const delivered = await placeWrapped();
  await setStatus(sql, delivered, 'delivered');
  const [row] = await sql`
    select shop.delivery_left(o)::float as at_fault, (select sum(i.price * i.quantity - i.discount)::float from public.order_items i where i.order_id = o.id) as pieces
      from public.orders o where o.id = ${delivered.id}`;
  expect(row).toEqual({ at_fault: 350, pieces: 1000 });
});

const RECIPIENT = { recipientName: 'Sana Malik', recipientPhone: '+923217654321' } as object;

/** A parcel of an order, and what its label and its booking say. */
async function papersOf(placed: PlacedOrder) {
  const [made] = await sql`insert into public.shipments (order_id, weight) values (${placed.id}, 100) returning id`;
  const [row] = await sql`select shop.label_json(${made?.['id']}) as label,
      (select to_jsonb(v) from public.shipments_of_orders v where v.id = ${made?.['id']}) as shipment`;
  return row;
}

test('rider and courier are told the recipient, whom nobody asks, confirms or counts; the customer answers for them', async () => {
  const payload = gift(RECIPIENT);
  const placed = await placeOrder(sql, payload);
  expect(await rowOf(placed)).toMatchObject({ customer_name: 'Ayesha Khan', customer_phone: payload.customerPhone });
  expect(await papersOf(placed)).toMatchObject({
    label: { name: 'Sana Malik', phone: '+923217654321', second_phone: payload.customerPhone, due: 1200 },
    shipment: { recipient_name: 'Sana Malik', recipient_phone: '+923217654321' },
  });
  const [known] = await sql`select count(*)::int as people from shop.customer_phones where phone = '+923217654321'`;
  expect(known).toEqual({ people: 0 });
  const [tracked] = await sql`select public.track_order(${placed.order_number}, '+923217654321') as found`;
  expect(tracked).toEqual({ found: null });
});

test('an order without a recipient goes to its customer', async () => {
  const payload = gift({ secondPhone: '+923335550001' });
  expect(await papersOf(await placeOrder(sql, payload))).toMatchObject({
    label: { name: 'Ayesha Khan', phone: payload.customerPhone, second_phone: '+923335550001' },
  });
});

test('a note that staff write makes an order a gift, and they may take its recipient away', async () => {
  const placed = await placeOrder(sql, gift({ recipientName: 'Zarmina Afridi' }));
  await sql`select public.edit_order(${placed.id}, ${sql.json({ gift_note: 'Mubarak', recipient_name: null })}, null)`;
  expect(await rowOf(placed)).toMatchObject({ is_gift: true, gift_note: 'Mubarak', recipient_name: null });
});

test('orders for two people, or with two cards, are no twins', async () => {
  const phone = newPhone();
  const placed = [];
  for (const changes of [{}, RECIPIENT, { isGift: true, giftNote: 'One' }, { isGift: true, giftNote: 'One' }])
    placed.push(await placeOrder(sql, orderFor([{ product: ring }], { customerPhone: phone, ...changes })));
  const twins = await Promise.all(placed.map(({ id }) => sql`select t.id from shop.twins_of(${id}) t`));
  expect(twins.map((found) => found.map(({ id }) => id))).toEqual([[], [], [placed[3]?.id], [placed[2]?.id]]);
});

test.each([
  ['a note without a gift', "gift_note = 'x'"],
  ['a wrap that is charged and not done', 'gift_wrap = 150, total_amount = total_amount + 150'],
  ['a wrap that the total leaves out', 'is_gift = true, is_wrapped = true, gift_wrap = 150'],
  ['a name that is empty', "recipient_name = ''"],
  ['a note of 201 characters', "is_gift = true, gift_note = repeat('x', 201)"],
])('the database refuses %s', async (_, change) => {
  const placed = await placeOrder(sql, gift());
  await expect(sql.unsafe(`update public.orders set ${change} where id = '${placed.id}'`)).rejects.toThrow(/violates check/);
});

test.each([
  { wrap: 'offered', price: -1 },
  { wrap: 'offered', price: 10_001 },
  { wrap: 'offered', price: 1.5 },
  { wrap: 'free', price: 1 },
  { wrap: 'offered' },
])('settings of gifts may not be %j', async (gifts) => {
  await expect(sql`select public.change_settings(${sql.json({ gifts })}, null)`).rejects.toThrow(/shop_settings_gifts_valid/);
});
