import type { TransactionSql } from 'postgres';
import { beforeEach, describe, expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addProduct, archiveProduct, type ProductRow } from './rows/catalogue-rows.ts';
import { CATEGORIES, idOf, insertShop, type SoldOrder } from './rows/sales-rows.ts';

const database = await testPostgres();
const shop = await database.connect(4);
const guest = await database.connect(1, 'anon');

describe('what is bought together', () => {
  const PRODUCTS = 60;
  const DAY = 86_400_000;

  /** Repeatable chance, from 0 to 1. */
  function chances(seed: number): () => number {
    let state = seed;
    return () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
  }

  const order = (products: number[], more: Partial<SoldOrder> = {}): SoldOrder => ({
    createdAt: new Date(Date.now() - 30 * DAY),
    status: 'delivered',
    archived: false,
    shipping: 0,
    lines: [...new Set(products)].map((product) => ({ product, quantity: 1, price: 100, discount: 0 })),
    ...more,
  });

  /** Orders of one to five products at random, the first ones bought far more often. */
  function randomOrders(count: number): SoldOrder[] {
    const chance = chances(7);
    const pick = () => Math.floor(PRODUCTS * chance() ** 2);
    return Array.from({ length: count }, () => order(Array.from({ length: 1 + Math.floor(5 * chance()) }, pick)));
  }

  const times = (count: number, products: number[], more?: Partial<SoldOrder>) =>
    Array.from({ length: count }, () => order(products, more));

  /** In a shop of sixty products, each third in the same category, that is undone afterwards. */
  async function together(orders: SoldOrder[], change?: (sql: TransactionSql) => Promise<unknown>) {
    let found: Record<string, string[]> = {};
    const over = new Error('over');
    const done = database.owner.begin(async (sql) => {
      const products = Array.from({ length: PRODUCTS }, (_, n) => ({
        category: CATEGORIES[n % 3] ?? null,
        stock: 10_000,
        createdAt: new Date(0),
        archivedAt: null,
      }));
      await insertShop(sql as never, { products, orders, purchaseOrders: [], shipments: [] });
      await change?.(sql);
      await sql`set local role anon`;
      found = (await sql`select public.bought_together() as found`)[0]?.['found'];
      throw over;
    });
    await done.catch((error: unknown) => {
      if (error !== over) throw error;
    });
    const numbers = (ids: string[]) => ids.map((id) => Number.parseInt(id, 16));
    return Object.fromEntries(Object.entries(found).map(([id, ids]) => [Number.parseInt(id, 16), numbers(ids)]));
  }

  test('planted pairs are recovered among random orders, and nothing else is, although popular pieces meet often', async () => {
    const planted = [...times(25, [40, 41]), ...times(12, [40, 50]), ...times(12, [55, 57, 59])];
    const found = await together([...randomOrders(1500), ...planted]);
    expect(found).toEqual({
      40: [41, 50],
      41: [40],
      50: [40],
      55: expect.arrayContaining([57, 59]),
      57: expect.arrayContaining([55, 59]),
      59: expect.arrayContaining([55, 57]),
    });
  });

  test('orders that were not delivered, were deleted or are older than eighteen months do not count, nor do two orders', async () => {
    const noise = randomOrders(300);
    const old = new Date(Date.now() - 560 * DAY);
    const orders = [
      ...times(9, [40, 41], { status: 'processing' }),
      ...times(9, [43, 44], { createdAt: old }),
      ...times(9, [46, 47], { archived: true }),
      ...times(2, [52, 53]),
      ...times(9, [58, 59]),
    ];
    expect(await together([...noise, ...orders])).toEqual({ 58: [59], 59: [58] });
  });

  test('pieces that came back were not bought together, those that stayed were', async () => {
    const pairs: [kept: number, other: number][] = [
      [40, 41],
      [43, 44],
      [46, 47],
    ];
    const orders = [...randomOrders(300), ...pairs.flatMap((pair) => times(9, pair))];
    const bought = { 40: [41], 41: [40], 43: [44], 44: [43], 46: [47], 47: [46] };
    expect(await together(orders)).toEqual(bought);
    const found = await together(orders, async (sql) => {
      const giveBack = async (product: number, count: number) => {
        const lines = await sql<{ order_id: string }[]>`
          insert into shop.sent_pieces (order_item_id, order_id, sent, received)
          select id, order_id, quantity, quantity from public.order_items
           where product_id = ${idOf(product)} order by order_id desc limit ${count} returning order_id`;
        for (const { order_id } of lines) await sql`select shop.count_returned(${order_id})`;
      };
      await giveBack(41, 9);
      await giveBack(44, 1);
    });
    expect(found).toEqual({ 43: [44], 44: [43], 46: [47], 47: [46] });
  });

  test('pieces of one category, sold-out ones and ones no longer on sale are left out', async () => {
    const orders = [...randomOrders(300), ...times(9, [42, 45]), ...times(9, [40, 41]), ...times(9, [52, 53])];
    const found = await together(orders, async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`update public.products set is_available = false where id = ${idOf(41)}`;
      await sql`update public.products set archived_at = now() where id = ${idOf(53)}`;
    });
    expect(found).toEqual({ 41: [40] });
  });

  test('a piece has six others at most, those first with which it shares most of its orders', async () => {
    const others = [31, 32, 34, 35, 37, 38, 41, 44];
    const orders = others.flatMap((other, place) => times(20 - 2 * place, [30, other]));
    const alone = Array.from({ length: 300 }, (_, n) => order([n % 30]));
    expect((await together([...alone, ...orders]))[30]).toEqual(others.slice(0, 6));
  });
});

describe('what staff pick', () => {
  let ring: ProductRow;
  let set: ProductRow;
  let tikka: ProductRow;
  beforeEach(async () => {
    ring = await addProduct(shop, { name: 'Ring' });
    set = await addProduct(shop, { name: 'Set', category: 'sets' });
    tikka = await addProduct(shop, { name: 'Tikka', category: 'sets' });
  });

  const pick = async (...products: { id: string }[]) => {
    const fields = { goes_with: products.map(({ id }) => id) };
    const [row] = await shop`select public.edit_product(${ring.id}, ${shop.json(fields)}, null, null) as product`;
    return row?.['product'];
  };
  const seen = async (sql = guest) =>
    (await sql`select public.goes_with(p) as ids from public.products p where p.id = ${ring.id}`)[0]?.['ids'];
  const changes = async () =>
    (await shop<{ count: number }[]>`select count(*)::int as count from shop.site_changes`)[0]?.count ?? 0;

  test('is kept in its order, whatever it was before, and everybody reads it', async () => {
    expect((await pick(set, tikka)).goes_with).toEqual([set.id, tikka.id]);
    expect(await seen()).toEqual([set.id, tikka.id]);
    await pick(tikka, set);
    expect(await seen()).toEqual([tikka.id, set.id]);
    await pick();
    expect(await seen()).toEqual([]);
  });

  test('falls out while it is not on sale, and is back afterwards', async () => {
    await pick(set, tikka);
    await archiveProduct(shop, set.id);
    expect([await seen(), await seen(shop)]).toEqual([[tikka.id], [tikka.id]]);
    await shop`update public.products set archived_at = null where id = ${set.id}`;
    expect(await seen()).toEqual([set.id, tikka.id]);
  });

  test('cannot be the product itself, nor one that there never was', async () => {
    await expect(pick(ring)).rejects.toThrow(/validation_failed/);
    await expect(pick({ id: 'f'.repeat(24) })).rejects.toThrow(/validation_failed/);
    expect(await seen()).toEqual([]);
  });

  test('has the pages built again, also where nothing else of the product changes', async () => {
    await shop`delete from shop.site_changes where true`;
    await shop`insert into public.product_picks (product_id, place, pick_id) values (${ring.id}, 1, ${set.id})`;
    expect(await changes()).toBe(1);
  });

  test('of a new product is written with it', async () => {
    const fields = { name: 'Nath', description: '', material: '', category: 'rings', price: 100, images: ['/a.webp'] };
    const more = { is_available: true, is_new: false, is_featured: false, colors: [], sizes: [], goes_with: [set.id] };
    const [row] = await shop`select public.create_product(${shop.json({ ...fields, ...more })}, null) -> 'goes_with' as ids`;
    expect(row?.['ids']).toEqual([set.id]);
  });
});
