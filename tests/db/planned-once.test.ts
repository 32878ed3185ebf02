import { expect, test } from 'vitest';
import { DELIVERY } from '#built/settings.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { orderFor, placeOrder, setStatus } from './calls/order-calls.ts';
import { recordAdvance } from './calls/payment-calls.ts';
import { addProduct } from './rows/catalogue-rows.ts';

// A function in SQL that Postgres does not put into the statement that asks is planned again in every statement, which costs more than what
// it does. What runs all day is written so that none is called.

const database = await testPostgres();
const shop = database.open({ user: 'supabase_admin', max: 1 });
const ring = await addProduct(shop, { stock: 50, price: 900, colors: ['Gold', 'Silver'] });
const chain = await addProduct(shop, { stock: 50, price: 400 });

const cart = [{ product: ring, selectedColor: 'Gold', quantity: 2 }, { product: chain }];
let phones = 0;
const order = () => placeOrder(shop, orderFor(cart, { customerPhone: `+92311770${String(1000 + ++phones)}` }));
const delivered = await order();
await setStatus(shop, delivered, 'delivered');
const advanced = await order();
await recordAdvance(shop, advanced, 100);
await shop`insert into public.discount_codes (code, kind, value) values ('TEN', 'percent', 10)`;

const read = (call: string) => () => shop.unsafe(`select ${call}`);
const quoted = JSON.stringify([{ productId: ring.id, quantity: 2, selectedColor: 'Gold' }]);
const delivery = JSON.stringify(DELIVERY);

test.each<[name: string, work: () => PromiseLike<unknown>, passes: string]>([
  ['an order is placed', order, 'store_order_words'],
  ['a cart is quoted', read(`public.quote_cart('${quoted}', '${delivery}')`), 'price_lines'],
  ['a cart is quoted with a code', read(`public.quote_cart('${quoted}', '${delivery}', 'TEN')`), 'price_lines'],
  ['products are listed', read(`public.list_products(null, null, null, null, 'createdAt', false, 0, 20)`), 'product_json'],
  ['orders are listed', read(`public.list_orders(null, null, null, null, 'createdAt', false, 0, 20)`), 'staff_orders_json'],
])('while %s, no function is planned again', async (_, work, passes) => {
  // Until Postgres keeps a plan it tries out five, and works out in each what it can.
  for (let times = 0; times < 8; times += 1) await work();
  await shop`set track_functions = 'all'`;
  const before = await calls();
  await work();
  const called = (await calls()).filter(({ name, times }) => times > (before.find((other) => other.name === name)?.times ?? 0));
  await shop`set track_functions = 'none'`;
  expect(called.map(({ name }) => name)).toContain(passes);
  // `code_key` stands in a column, so that its language cannot change.
  expect(called.filter(({ name, language }) => language === 'sql' && name !== 'code_key')).toEqual([]);
});

test('a function that is one expression is put into the statement that asks', async () => {
  const functions = await shop<{ name: string; types: string[] }[]>`
    select p.proname as name, array(select format_type(t, null) from unnest(p.proargtypes::oid[]) t) as types
      from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace = 'shop'::regnamespace and l.lanname = 'sql' and p.proconfig is null and not p.proretset and p.pronargs > 0`;
  expect(functions.length).toBeGreaterThan(40);
  const called = await Promise.all(
    functions.map(async ({ name, types }) => {
      const given = types.map((type, place) => `null::${type} as a${place}`).join();
      const from = `from (select ${given} from generate_series(1, 2) offset 0) v`;
      const plan = await shop.unsafe(
        `explain (verbose) select shop.${name}(${types.map((_, place) => `v.a${place}`).join()}) ${from}`,
      );
      return plan.some((line) => line['QUERY PLAN'].includes(`${name}(`)) ? name : null;
    }),
  );
  expect(called.filter(Boolean)).toEqual([]);
});

async function calls() {
  await shop`select pg_stat_force_next_flush()`;
  return [
    ...(await shop<{ name: string; times: number; language: string }[]>`
      select f.funcname as name, sum(f.calls)::int as times, min(l.lanname) as language
        from pg_stat_user_functions f join pg_proc p on p.oid = f.funcid join pg_language l on l.oid = p.prolang group by f.funcname`),
  ];
}
