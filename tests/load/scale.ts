/** How fast the statements of the shop are when it is large, and what they read. Also by itself: `node tests/load/scale.ts`. */
import { fileURLToPath } from 'node:url';
import type { Sql } from 'postgres';
import { bookErrors } from '#tests/db/rows/catalogue-rows.ts';
import { startRealPostgres } from '#tests/setup/stack/real-postgres.ts';
import { hotStatements, type Known, moneyStatements } from './hot-statements.ts';
import { measureStatements } from './measure-statements.ts';

const LARGE_SHOP = fileURLToPath(new URL('./large-shop.sql', import.meta.url));
const ITS_MONEY = fileURLToPath(new URL('./large-shop-money.sql', import.meta.url));

/** What the planner of the smallest hosted project believes of its disk and its cores. */
const AS_HOSTED =
  'alter database postgres set random_page_cost = 1.1; alter database postgres set max_parallel_workers_per_gather = 1';

/** Fills a PostgreSQL with 100,000 orders, runs everything the API asks again and again, and prints the times beside the budgets. */
export async function measureScale(): Promise<void> {
  const database = await startRealPostgres();
  try {
    const started = performance.now();
    await database.owner.file(LARGE_SHOP);
    await database.owner`vacuum analyze`;
    const seconds = (performance.now() - started) / 1000;
    const errors = await errorsOf(database.owner);
    if (errors.length > 0) throw new Error(`The large shop is not one: ${errors.slice(0, 5).join('; ')}`);
    console.log(
      `\n100,000 orders, 500,000 ledger rows and 10,000 products, written in ${seconds.toFixed(0)} s; the books are right.`,
    );

    await database.owner.unsafe(AS_HOSTED);
    const shop = await database.connect(1);
    const measured = await measureStatements(database.owner, shop, hotStatements(await known(database.owner)));
    // Only now: with parcels for all of its orders it would be another shop than the one whose figures are on record.
    await database.owner.file(ITS_MONEY);
    await database.owner`vacuum analyze`;
    measured.push(...(await measureStatements(database.owner, shop, moneyStatements())));
    console.table(
      Object.fromEntries(
        measured.map(({ name, median, fastest, budget, cost, scans }) => [
          name,
          {
            'median ms': Number(median.toFixed(1)),
            fastest: Number(fastest.toFixed(1)),
            budget: `≤ ${budget} ms${median > budget ? ', MISSED' : ''}`,
            'plan cost': Math.round(cost),
            'reads all of': scans.join(', '),
          },
        ]),
      ),
    );
    const missed = measured.filter(({ median, budget }) => median > budget);
    console.log(`${measured.length - missed.length} of ${measured.length} statements within their budgets\n`);
  } finally {
    await database.stop();
  }
}

/** What is wrong with the large shop: it was written past the triggers that would have held it. */
async function errorsOf(owner: Sql): Promise<string[]> {
  const found = await owner<{ error: string }[]>`
    select format('%s rows in %s', n, name) as error
      from (select 'orders' as name, 100000 as promised, count(*) as n from public.orders
            union all select 'products', 10000, count(*) from public.products
            union all select 'stock_history', 500000, count(*) from public.stock_history
            union all select 'purchase_orders', 2000, count(*) from public.purchase_orders
            union all select 'shipments', 20000, count(*) from public.shipments
            union all select 'reviews', 50000, count(*) from public.reviews
            union all select 'customers', 100000, count(*) from public.customers
            union all select 'order_confirmations', 100000, count(*) from public.order_confirmations) counted
     where n <> promised
    union all
    select format('%s has the rating %s', p.id, p.rating)
      from public.products p left join public.reviews r on r.product_id = p.id group by p.id
    having p.review_count <> count(r.id) or p.rating <> coalesce(round(avg(r.rating), 1), 0)
    union all
    select format('%s costs %s', o.order_number, o.subtotal)
      from public.orders o join public.order_items i on i.order_id = o.id group by o.id having o.subtotal <> sum(i.quantity * i.price)
    union all
    select format('%s took %s pieces', o.order_number, sold.pieces)
      from public.orders o
      join (select order_id, sum(quantity) as pieces from public.order_items group by order_id) i on i.order_id = o.id
      join (select reference_number, -sum(quantity) as pieces from public.stock_history group by reference_number) sold on sold.reference_number = o.order_number
     where sold.pieces <> case when o.status = 'cancelled' or (o.archived_at is not null and o.status <> 'delivered') then 0 else i.pieces end`;
  return [...(await bookErrors(owner)), ...found.map(({ error }) => error)];
}

/** Rows from the middle of the large shop, for statements that need one. */
async function known(owner: Sql): Promise<Known> {
  const [row] = await owner<Known[]>`
    select (select id from public.products where archived_at is null order by id offset 1234 limit 1) as "productId",
           (select product_id from public.stock_history group by product_id order by count(*) desc, product_id limit 1) as bestseller,
           (select jsonb_build_object('id', id, 'price', price) from public.products
             where archived_at is null and stock_quantity > 40 order by id limit 1) as stocked,
           (select to_jsonb(o) from public.orders o where archived_at is null order by id offset 50000 limit 1) as "order",
           (select shopper_id from public.orders where shopper_id is not null order by id limit 1) as "shopperId"`;
  if (!row) throw new Error('The large shop is empty');
  return row;
}

if (import.meta.main) await measureScale();
