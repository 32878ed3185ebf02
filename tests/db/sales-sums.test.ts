import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { orderFor, placeOrder, setStatus } from './calls/order-calls.ts';
import { recordAdvance, refundOrder } from './calls/payment-calls.ts';
import { type Arrived, approve, arrived, askedFor, now, receive, settle } from './calls/return-calls.ts';
import { answer } from './calls/staff-calls.ts';
import { addProduct } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(2);
const plain = await addProduct(shop, { stock: 100, price: 3000 });
const dearer = await addProduct(shop, { stock: 100, price: 3500 });

interface Sums {
  ordered: number;
  delivered: number;
  went_back: number;
  net: number;
}

const sums = () =>
  answer<Sums>(shop`select public.sales_report(shop.day_of(now()) - 1, shop.day_of(now()), 'day') -> 'sums' as answer`).then(
    ({ ordered, delivered, went_back, net }): Sums => ({ ordered, delivered, went_back, net }),
  );

/** What customers paid and did not get back: money, not store credit. */
const paid = () =>
  answer<number>(shop`
    select coalesce(sum(case 'customer' when from_account::text then amount else - amount end), 0)::float as answer from public.payments
     where 'customer' in (from_account, to_account) and 'credit' not in (from_account, to_account)`);

let phones = 0;
const buy = (product = plain) =>
  arrived(shop, [{ product, quantity: 1 }], { customerPhone: `+9231155${String(10_000 + ++phones)}` });

async function exchange(one: Arrived, wanted: { id: string }): Promise<Arrived> {
  const items = [{ itemId: one.items[0] ?? '', quantity: 1, wanted: { productId: wanted.id } }];
  const request = await askedFor(shop, one, { kind: 'exchange', outcome: 'exchange', items });
  await approve(shop, request, { outcome: 'exchange' });
  await receive(shop, one, [{ itemId: one.items[0], quantity: 1 }]);
  const id = (await now(shop, request)).exchange_order_id ?? '';
  const [order] = await shop<{ id: string; order_number: string; status: 'processing'; key: string; items: string[] }[]>`
    select o.id, o.order_number, o.status, shop.page_key(o.id) as key, (select array_agg(i.id) from public.order_items i where i.order_id = o.id) as items
      from public.orders o where o.id = ${id}`;
  if (!order) throw new Error('There is no order of the exchange');
  await setStatus(shop, order as never, 'delivered');
  return { order: order as never, key: order.key, items: order.items };
}

test('what was ordered, delivered, went back and is left follows the orders, and what is left is what customers paid', async () => {
  expect(await sums()).toEqual({ ordered: 0, delivered: 0, went_back: 0, net: 0 });

  const kept = await buy();
  const price = kept.order.total_amount;
  expect(await sums()).toEqual({ ordered: price, delivered: price, went_back: 0, net: price });

  // On its way, and cancelled after an advance that went back.
  const onItsWay = await placeOrder(shop, orderFor([{ product: plain }], { customerPhone: '+923115598001' }));
  const cancelled = await placeOrder(shop, orderFor([{ product: plain }], { customerPhone: '+923115598002' }));
  await recordAdvance(shop, cancelled, 500);
  await setStatus(shop, cancelled, 'cancelled');
  await refundOrder(shop, cancelled, 500);
  expect(await sums()).toEqual({ ordered: 2 * price, delivered: price, went_back: 0, net: price });

  // Returned for money.
  const returned = await buy();
  const request = await askedFor(shop, returned);
  await approve(shop, request);
  await receive(shop, returned, [{ itemId: returned.items[0], quantity: 1 }]);
  await settle(shop, request);
  const { paidBack } = await now(shop, request);
  expect(paidBack).toBe(3000);
  expect(await sums()).toEqual({ ordered: 3 * price, delivered: 2 * price, went_back: 3000, net: 2 * price - 3000 });
  expect(await paid()).toBe(2 * price - 3000);

  // Something off for a scratch.
  await refundOrder(shop, kept.order, 100, 'cash', { isBesides: true });
  expect(await sums()).toMatchObject({ went_back: 3100, net: 2 * price - 3100 });

  // Paid before it arrives.
  await recordAdvance(shop, onItsWay, 1000);
  expect(await sums()).toMatchObject({ delivered: 2 * price, net: 2 * price - 3100 });
  await setStatus(shop, onItsWay, 'delivered');
  expect(await sums()).toMatchObject({ delivered: 3 * price, net: 3 * price - 3100 });
  expect(await paid()).toBe(3 * price - 3100);
});

test('an exchange counts as its difference, however often a piece is exchanged', async () => {
  const before = await sums();
  const first = await buy();
  const bought = (await sums()).net - before.net;
  const second = await exchange(first, dearer);
  expect((await sums()).net - before.net).toBe(bought + 500);
  const third = await exchange(second, dearer);
  await exchange(third, dearer);
  const after = await sums();
  expect(after.net - before.net).toBe(bought + 500);
  expect(after.net).toBe(await paid());
  expect(after.net).toBe(after.delivered - after.went_back);
  expect(after.delivered - before.delivered).toBeGreaterThan(4 * 3000);
});
