import { expect, test } from 'vitest';
import { DELIVERY } from '#built/settings.ts';
import { orderTotal } from '#domain/cart/delivery-charge.ts';
import { roundMoney } from '#domain/money.ts';
import { randomNumbers } from '#tests/setup/samples/random-numbers.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { balances, sumsOf } from './calls/payment-calls.ts';
import { type Arrived, approve, arrived, askedFor, decline, now, receive, settle } from './calls/return-calls.ts';
import { addProduct, bookErrors, type ProductRow } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(4);

let phones = 0;

/** Adds a code of its own: a sum or percents, which few orders divide by evenly. */
async function addCode(kind: 'percent' | 'sum', value: number): Promise<string> {
  const code = `BACK${++phones}`;
  const fields = {
    code,
    name: '',
    kind,
    target: 'lines',
    value,
    starts_at: null,
    ends_at: null,
    minimum: 0,
    product_ids: [],
    categories: [],
  };
  const rules = { max_uses: null, once_per_phone: false, new_customers_only: false, is_paused: false };
  await shop`select public.save_discount_code(null, ${shop.json({ ...fields, ...rules } as never)}, null)`;
  return code;
}

/** An order of one to three lines with or without a code, and what was paid for each line. */
async function randomOrder(
  random: () => number,
  products: ProductRow[],
): Promise<Arrived & { paid: number[]; quantities: number[] }> {
  const lines = products
    .slice(0, 1 + Math.floor(random() * 3))
    .map((product) => ({ product, quantity: 1 + Math.floor(random() * 5) }));
  const subtotal = lines.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0);
  const isPercent = random() < 0.5;
  const value = isPercent ? 1 + Math.floor(random() * 99) : 1 + Math.floor(random() * 777);
  const off = random() < 0.25 ? 0 : isPercent ? Math.round((subtotal * value) / 100) : Math.min(subtotal, value);
  const code = off > 0 ? { code: await addCode(isPercent ? 'percent' : 'sum', value) } : {};
  phones += 1;
  const changes = {
    ...code,
    totalAmount: orderTotal(subtotal, DELIVERY, off),
    customerPhone: `+92312${1_000_000 + phones}`,
  };
  const one = await arrived(shop, lines, changes);
  const rows = await shop<{ paid: number; quantity: number }[]>`
    select (price * quantity - discount)::float as paid, quantity from public.order_items where order_id = ${one.order.id} order by position`;
  return { ...one, paid: rows.map(({ paid }) => paid), quantities: rows.map(({ quantity }) => quantity) };
}

test('whatever is returned in whichever parts, what goes back adds up to the paisa to what was paid for it, and never to more', async () => {
  const random = randomNumbers(175);
  const products = [
    await addProduct(shop, { stock: 100_000, price: 333.33 }),
    await addProduct(shop, { stock: 100_000, price: 1 }),
    await addProduct(shop, { stock: 100_000, price: 1249.5 }),
  ];
  for (let round = 0; round < 25; round += 1) {
    const one = await randomOrder(random, products);
    const total = one.paid.reduce((sum, paid) => sum + paid, 0);
    const left = [...one.quantities];
    let back = 0;
    while (left.some((units) => units > 0)) {
      const items = left.flatMap((units, line) => {
        const quantity = Math.ceil(random() * units);
        return units > 0 && random() < 0.7 ? [{ itemId: one.items[line] ?? '', quantity, line }] : [];
      });
      if (items.length === 0) continue;
      const outcome = random() < 0.5 ? 'transfer' : 'store_credit';
      const asked = { outcome: outcome as 'transfer', items: items.map(({ itemId, quantity }) => ({ itemId, quantity })) };
      const request = await askedFor(shop, one, asked);
      if (random() < 0.2) {
        await decline(shop, request);
        continue;
      }
      await approve(shop, request, { outcome });
      await receive(shop, one, items);
      await settle(shop, request, outcome === 'transfer' ? 'raast' : 'store_credit');
      for (const { line, quantity } of items) left[line] = (left[line] ?? 0) - quantity;
      back = roundMoney(back + (await now(shop, request)).paidBack);
      expect((await sumsOf(shop, one.order)).refunded).toBe(back);
      expect(back).toBeLessThanOrEqual(roundMoney(total));
    }
    // All of it, but for the delivery.
    expect(back).toBe(roundMoney(total));
    const [order] = await shop<{ pieces: number }[]>`
      select (total_amount - shipping)::float as pieces from public.orders where id = ${one.order.id}`;
    expect(back).toBe(order?.pieces);
  }
  expect(Object.values(await balances(shop)).reduce((sum, rupees) => sum + rupees, 0)).toBeCloseTo(0, 2);
  expect(await bookErrors(shop)).toEqual([]);
});

test('the shares of a line are fair: none differs from another by more than a paisa', async () => {
  const [row] = await shop<{ uneven: number; wrong: number }[]>`
    select count(*) filter (where (select max(s) - min(s) from unnest(l.shares) s) > 0.01)::int as uneven,
           count(*) filter (where (select sum(s) from unnest(l.shares) s) <> l.price * l.quantity - l.discount)::int as wrong
      from (select i.*, shop.piece_shares(i) as shares
              from (select jsonb_populate_record(null::public.order_items, jsonb_build_object('price', p, 'quantity', q, 'discount', round(p * q * d / 100, 2))) as i
                      from (values (1), (99.99), (333.33), (1249.5)) a (p), generate_series(1, 9) q, generate_series(0, 100, 7) d) x, lateral (select (x.i).*) i) l`;
  expect(row).toEqual({ uneven: 0, wrong: 0 });
});
