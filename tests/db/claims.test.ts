import type { TransactionSql } from 'postgres';
import { expect, test } from 'vitest';
import { trueFigures } from '#domain/settings/contract.ts';
import { readAnswer } from '#server/database/read-answer.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';

const { owner } = await testPostgres();

const NOTHING = { customers: null, products: null, fiveStarReviews: null, averageRating: null, buyAgain: null, discount: null };

interface Rows {
  /** How many customers have had an order delivered, and how many of them two. */
  customers: [once: number, again: number];
  /** On sale, at 31 % off. */
  products: number;
  /** Reviews of five stars and of three. */
  reviews: [fives: number, threes: number];
}

/** Looks at a shop with these rows, of which nothing stays. */
async function inShop(
  { customers: [people, again], products, reviews: [fives, threes] }: Rows,
  look: (sql: TransactionSql) => Promise<void>,
) {
  const over = new Error('over');
  const done = owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`insert into public.orders (customer_id, customer_name, customer_email, customer_phone, customer_address, city, status, subtotal, shipping, total_amount)
              select lpad(n::text, 24, '0'), 'Hina', 'hina@example.com', '+923001234567', '5 Canal View', 'Lahore', 'delivered', 100, 0, 100
                from generate_series(1, ${people}::int) n, generate_series(1, case when n <= ${again}::int then 2 else 1 end)`;
    await sql`insert into public.products (name, category, price, original_price, images, stock_quantity)
              select 'Ring ' || n, 'rings', 690, 1000, '{/media/ring.webp}', 3 from generate_series(1, ${products}::int) n`;
    await sql`insert into public.reviews (product_id, user_id, user_name, rating, comment)
              select lpad('1', 24, '0'), 'guest', 'Hina', case when n <= ${fives}::int then 5 else 3 end, 'Lovely'
                from generate_series(1, ${fives + threes}::int) n`;
    await look(sql);
    throw over;
  });
  await done.catch((error: unknown) => {
    if (error !== over) throw error;
  });
}

const figures = async (sql: TransactionSql) =>
  readAnswer(trueFigures, (await sql`select public.true_figures() as figures`)[0]?.['figures']);

test('figures are rounded down to two digits, stars to a tenth', () =>
  inShop({ customers: [1289, 400], products: 57, reviews: [38, 4] }, async (sql) => {
    expect(await figures(sql)).toEqual({
      customers: 1200,
      products: 50,
      fiveStarReviews: 30,
      averageRating: 4.8,
      buyAgain: 31,
      discount: 31,
    });
  }));

test('what is too little to say is left out', () =>
  inShop({ customers: [49, 49], products: 29, reviews: [10, 9] }, async (sql) => {
    expect(await figures(sql)).toEqual({ ...NOTHING, discount: 31 });
    await sql`update public.products set original_price = 760 where true`;
    expect(await figures(sql)).toEqual(NOTHING);
  }));

test('few who come again and middling reviews are nothing to boast of', () =>
  inShop({ customers: [100, 19], products: 30, reviews: [20, 30] }, async (sql) => {
    expect(await figures(sql)).toEqual({ ...NOTHING, customers: 100, products: 30, fiveStarReviews: 20, discount: 31 });
  }));

test('visitors learn the figures that a claim says, and no other', () =>
  inShop({ customers: [120, 60], products: 40, reviews: [30, 0] }, async (sql) => {
    const all = await figures(sql);
    const claimed = async () => {
      await sql`set local role anon`;
      const [row] = await sql`select public.claimed_figures() as figures`;
      await sql`reset role`;
      return readAnswer(trueFigures, row?.['figures']);
    };
    expect(await claimed()).toEqual(all);
    const claims = {
      customers: { isShown: false, whenTrue: true },
      aboutCustomers: { isShown: true, whenTrue: false },
      buyAgain: { isShown: true },
      megaSale: { isShown: true, whenTrue: true },
    };
    await sql`update public.shop_settings set content = ${sql.json({ claims })} where id`;
    expect(await claimed()).toEqual({ ...NOTHING, discount: 31 });
    await sql`set local role anon`;
    await expect(sql.savepoint((inner) => inner`select public.true_figures()`)).rejects.toThrow(/permission denied/);
  }));
