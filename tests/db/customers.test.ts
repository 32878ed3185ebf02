import { expect, test } from 'vitest';
import { PHONE_SPELLINGS } from '#tests/setup/samples/phone-spellings.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { archiveOrder, orderFor, type PlacedOrder, placeOrder, setStatus } from './calls/order-calls.ts';
import { race } from './calls/race.ts';
import { refusalOf } from './calls/refusals.ts';
import { addProduct } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(20);
const ring = await addProduct(shop, { stock: 1000 });

let phones = 0;
const newPhone = () => `+92310${String(2_000_000 + ++phones)}`;

function order(customerPhone: string, changes: Record<string, string> = {}): Promise<PlacedOrder> {
  return placeOrder(shop, orderFor([{ product: ring }], { customerPhone, ...changes }));
}

async function customerOf({ id }: { id: string }): Promise<string> {
  const [row] = await shop<{ customer_id: string }[]>`select customer_id from public.orders where id = ${id}`;
  return row?.customer_id ?? '';
}

async function recordOf(customer: string) {
  const [row] = await shop<{ record: Record<string, unknown> }[]>`select shop.customer_record(${customer}) as record`;
  return row?.record;
}

test('every spelling of a phone is the same customer, and another phone is another', async () => {
  const spellings = PHONE_SPELLINGS.filter(([, phone]) => phone === '+923001234567');
  expect(spellings.length).toBeGreaterThan(40);
  const customers = new Set<string>();
  for (const [typed] of spellings) customers.add(await customerOf(await order(typed)));
  expect(customers.size).toBe(1);
  expect(await shop`select distinct customer_phone from public.orders where customer_id in ${shop([...customers])}`).toEqual([
    { customer_phone: '+923001234567' },
  ]);
  expect(customers).not.toContain(await customerOf(await order('+923001234568')));
});

test('an order with no phone at all is refused at its field', async () => {
  const refusal = await refusalOf(order('nobody'));
  expect(refusal).toMatchObject({ status: 422, code: 'validation_failed', details: { errors: [{ path: 'customerPhone' }] } });
});

test('a hundred first orders of one phone at once make one customer', async () => {
  for (let round = 0; round < 10; round += 1) {
    const phone = newPhone();
    const { done, refused } = await race(10, (n) => order(phone, { customerAddress: `House ${n}` }));
    expect(refused).toEqual([]);
    expect(new Set(await Promise.all(done.map(customerOf))).size).toBe(1);
  }
  const [counted] = await shop`
    select (select count(*) from public.customers)::int as customers, (select count(*) from shop.customer_phones)::int as phones`;
  expect(counted?.customers).toBe(counted?.phones);
});

test('an order whose phone staff correct moves to the customer of that phone', async () => {
  const [one, other] = [newPhone(), newPhone()];
  const [first, second] = [await order(one), await order(other)];
  const keeper = await customerOf(second);
  await shop`update public.orders set customer_phone = ${other.replace('+92', '0')} where id = ${first.id}`;
  expect(await customerOf(first)).toBe(keeper);
  await shop`update public.orders set customer_phone = ${newPhone()} where id = ${first.id}`;
  expect(await customerOf(first)).not.toBe(keeper);
});

test('a record counts what became of the orders: each once, a parcel that came back as returned, archived ones not at all', async () => {
  const phone = newPhone();
  const [delivered, returned, failed, refused, cancelled, open, archived] = await Promise.all(
    Array.from({ length: 7 }, (_, n) => order(phone, { customerAddress: `House ${n}` })),
  );
  if (!delivered || !returned || !failed || !refused || !cancelled || !open || !archived) throw new Error('An order is missing');
  const parcelOf = async ({ id }: PlacedOrder, status: string) => {
    const [row] = await shop<{ id: string }[]>`select public.create_shipment(${shop.json({ orderId: id })}) ->> 'id' as id`;
    await shop`select public.set_shipment_status(${row?.id ?? ''}, ${status}, null)`;
  };
  await setStatus(shop, delivered, 'delivered');
  await parcelOf(returned, 'failed');
  await parcelOf(returned, 'returned');
  await parcelOf(failed, 'failed');
  await parcelOf(refused, 'failed');
  await setStatus(shop, refused, 'cancelled');
  await setStatus(shop, cancelled, 'cancelled');
  await archiveOrder(shop, archived);
  const record = await recordOf(await customerOf(open));
  expect(record).toMatchObject({ orders: 6, delivered: 1, returned: 2, cancelled: 1, open: 2, value: delivered.total_amount });
  expect(record?.first_order_at).not.toBeNull();
});
