import { afterEach, expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { changeProducts, countStock, importProducts, type Outcome, undoChanges } from './calls/bulk-calls.ts';
import { orderFor, placeOrder } from './calls/order-calls.ts';
import { race, rotated } from './calls/race.ts';
import { type Refusal, refusalOf } from './calls/refusals.ts';
import { adjustStock } from './calls/staff-calls.ts';
import { addBangles, editProduct, stockByChoice } from './calls/variant-calls.ts';
import { addProduct, addProducts, bookErrors, type ProductRow, stockHistoryOf, stockOf } from './rows/catalogue-rows.ts';

const CONNECTIONS = 60;
const SIZES = ['2.4', '2.6'];

const database = await testPostgres();
const shop = await database.connect(CONNECTIONS);

// A deadlock fails the race itself.
afterEach(async () => expect(await bookErrors(database.owner)).toEqual([]));

test('stock counts, orders and adjustments of the same sizes at once all count', async () => {
  const bangles = await Promise.all(Array.from({ length: 4 }, () => addBangles(shop, { '2.4': 300, '2.6': 300 })));
  const skus = await skusOf(bangles);
  const { refused } = await race<unknown>(120, (call) => {
    // Two pieces more of each than the books say, counted from another end of the shelf each time.
    if (call % 3 === 0)
      return countStock(
        shop,
        rotated(skus, call).map((sku) => ({ sku, counted: 302, stockSeen: 300 })),
      );
    const size = oneOf(SIZES, call);
    if (call % 3 === 1) return buy(rotated(bangles, call), call, size);
    return adjustStock(shop, oneOf(bangles, call), 'return', 1, size);
  });

  expect(refused).toEqual([]);
  // Every second of 40 counts, 40 orders and 40 returns is for each size, and one return in four is for every product.
  for (const bangle of bangles)
    expect(Object.values(await stockByChoice(shop, bangle)).reduce((sum, stock) => sum + stock, 0)).toBe(600 + 40 * 4 - 40 + 10);
  const [pieces] = await shop`select array_agg(total order by size) as sizes from (
    select size, sum(stock_quantity)::int as total from public.product_variants where sku in ${shop(skus)} group by size) v`;
  expect(pieces).toEqual({ sizes: Array(2).fill(4 * (300 + 40 * 2) - 4 * 20 + 20) });
});

test('when four of ten pieces are counted while all ten are wanted, as many are sold as there were', async () => {
  const rings = await addProducts(shop, 12, { stock: 10 });
  const skus = await skusOf(rings);
  const { refused } = await race<unknown>(rings.length * 11, (call) => {
    const place = call % rings.length;
    // The count comes at another moment for each.
    if (Math.floor(call / rings.length) === place % 11)
      return countStock(shop, [{ sku: oneOf(skus, place), counted: 4, stockSeen: 10 }]);
    return buy([oneOf(rings, place)], call);
  });

  expect(codesOf(refused)).toEqual(['not_enough_stock', 'out_of_stock']);
  for (const ring of rings) {
    const kinds = (await stockHistoryOf(shop, ring.id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'sale')).toHaveLength(kinds.includes('adjustment') ? 4 : 10);
    expect(await stockOf(shop, ring.id)).toBe(0);
  }
});

test('a stock count sent thirty times under one key is booked once, and answers the same each time', async () => {
  const ring = await addProduct(shop, { stock: 10 });
  const [sku = ''] = await skusOf([ring]);
  const { done } = await race(30, () => countStock(shop, [{ sku, counted: 7, stockSeen: 10 }], 'one-count'));

  expect(done).toHaveLength(30);
  for (const answer of done) expect(answer).toEqual(done[0]);
  expect((await stockHistoryOf(shop, ring.id)).map(({ quantity }) => quantity)).toEqual([10, -3]);
});

test('a shelf is counted while its bangles are counted as a whole, and by size again', async () => {
  const bangles = await Promise.all(Array.from({ length: 3 }, () => addBangles(shop, { '2.4': 50, '2.6': 50 })));
  const skus = await skusOf(bangles);
  const { refused } = await race<unknown>(90, (call) => {
    const bangle = oneOf(bangles, call);
    if (call % 3 === 0)
      return countStock(
        shop,
        rotated(skus, call).map((sku) => ({ sku, counted: 51, stockSeen: 50 })),
      );
    if (call % 3 === 1) return buy(rotated(bangles, call), call, oneOf(SIZES, call));
    return editProduct(shop, bangle, {
      variants: call % 2 ? [] : SIZES.map((size) => ({ size, stockQuantity: 50 })),
    });
  });

  // What is counted as a whole has no SKU of a size to count. The books are looked at after every test.
  expect(codesOf(refused)).toEqual(['validation_failed']);
});

test('bulk changes, single edits and orders of the same products at once: of those who saw one version, one is in time', async () => {
  const rings = await addProducts(shop, 20, { stock: 100, price: 1000 });
  const seen = await versionsOf(rings);
  const wins = new Map(rings.map(({ id }) => [id, [] as number[]]));
  const { refused } = await race<unknown>(90, async (call) => {
    if (call % 3 === 0) return buy(rotated(rings, call).slice(0, 5), call);
    if (call % 3 === 1) {
      const price = 500 + call;
      const outcomes = await changeProducts(shop, rotated(seen, call), { price: { set: price } }, bulkOf(`bulk-${call}`));
      for (const { id, refusal } of outcomes) if (refusal === null) wins.get(id)?.push(price);
      return outcomes;
    }
    const { id, updatedAt } = oneOf(seen, call);
    await shop`select public.edit_product(${id}, ${shop.json({ price: 500 + call })}, ${updatedAt}, null)`;
    return wins.get(id)?.push(500 + call);
  });

  expect(codesOf(refused)).toEqual(['edited_meanwhile', 'price_changed']);
  expect(await pricesOf(rings)).toEqual(Object.fromEntries([...wins].map(([id, [price]]) => [id, price])));
  expect([...wins.values()].map((prices) => prices.length)).toEqual(rings.map(() => 1));
});

test('an undo takes back what nobody edited since, and never a later edit', async () => {
  const rings = await addProducts(shop, 30, { stock: 100, price: 1000 });
  await changeProducts(shop, rings, { price: { percent: -50 }, is_new: true }, bulkOf('sale'));
  const edited = rings.slice(0, 20);
  let outcomes: Outcome[] = [];
  const { refused } = await race<unknown>(61, async (call) => {
    if (call === 10) outcomes = await undoChanges(shop, bulkOf('sale'));
    else if (call % 3 === 0) await shop`select public.edit_product(${oneOf(edited, call / 3).id}, '{"price": 777}', null, null)`;
    else if (call % 3 === 1) await buy(rotated(rings, call).slice(0, 4), call);
    else await changeProducts(shop, rotated(edited, call).slice(0, 3), { is_featured: true }, bulkOf(`featured-${call}`));
  });

  expect(codesOf(refused)).toEqual(['price_changed']);
  expect(await pricesOf(rings)).toEqual(Object.fromEntries(rings.map(({ id }, place) => [id, place < 20 ? 777 : 1000])));
  // What was featured first keeps the label that the sale gave it.
  const labelled = await shop<{ id: string }[]>`
    select id from public.products where is_new and id in ${shop(rings.map(({ id }) => id))} order by id`;
  expect(labelled.map(({ id }) => id)).toEqual(
    outcomes
      .filter(({ refusal }) => refusal?.code === 'edited_meanwhile')
      .map(({ id }) => id)
      .toSorted(),
  );
});

test('a bulk change undone by ten clicks at once is undone once', async () => {
  const rings = await addProducts(shop, 10, { price: 1000 });
  await changeProducts(shop, rings, { price: { set: 900 } }, bulkOf('slip'));
  const { done, refused } = await race(10, () => undoChanges(shop, bulkOf('slip')));

  expect(done).toEqual([rings.map(({ id }) => ({ id, refusal: null })).toSorted((one, other) => (one.id < other.id ? -1 : 1))]);
  for (const refusal of refused) expect(refusal).toMatchObject({ status: 404, code: 'undo_expired' });
  expect(new Set(Object.values(await pricesOf(rings)))).toEqual(new Set([1000]));
});

test('what is archived in bulk while it is bought keeps the pieces that nobody ordered', async () => {
  const rings = await addProducts(shop, 10, { stock: 100 });
  const { done, refused } = await race(60, (call) =>
    call % 20 === 9
      ? changeProducts(shop, rotated(rings, call), { archive: true }, bulkOf('archive')).then(() => null)
      : buy(rotated(rings, call).slice(0, 3), call),
  );

  expect(codesOf(refused)).toEqual(['out_of_stock']);
  const sold = done.flatMap((order) => order?.items ?? []).length;
  const [left] = await shop`
    select sum(stock_quantity)::int as stock, count(archived_at)::int as archived
      from public.products where id in ${shop(rings.map(({ id }) => id))}`;
  expect(left).toEqual({ stock: 10 * 100 - sold, archived: 10 });
});

test('one file brought in ten times at once adds its products once, while others are bought', async () => {
  const rings = await addProducts(shop, 6, { stock: 100 });
  const known = await countOfProducts();
  const file = Array.from({ length: 20 }, (_, place) => ({ fields: newBangle(`Kara ${place}`) }));
  const { done, refused } = await race<unknown>(40, (call) =>
    call % 4 === 0 ? importProducts(shop, file, known) : buy(rotated(rings, call), call),
  );

  expect(done.filter((answer) => answer === 20)).toHaveLength(1);
  for (const refusal of refused) expect(refusal).toMatchObject({ status: 409, code: 'catalogue_changed' });
  expect(await shop`select id from public.products where name like 'Kara %' and stock_quantity = 7`).toHaveLength(20);
});

test('a product that a colleague adds meanwhile stops a file that adds some, and no file that only changes prices', async () => {
  const [seen] = await versionsOf([await addProduct(shop, { stock: 1 })]);
  const known = await countOfProducts();
  await addProduct(shop, { stock: 1 });
  const repriced = { product: seen as { id: string; updatedAt: string }, fields: { price: 77 } };
  const both = importProducts(shop, [repriced, { fields: newBangle('Jade Bangle') }], known);
  expect(await refusalOf(both)).toMatchObject({ status: 409, code: 'catalogue_changed' });
  expect(await importProducts(shop, [repriced], known)).toBe(1);
});

async function countOfProducts(): Promise<number> {
  const [row] = await shop<{ known: number }[]>`select count(*)::int as known from public.products`;
  return row?.known ?? 0;
}

function newBangle(name: string) {
  const variants = SIZES.map((size, place) => ({ size, stockQuantity: 3 + place }));
  return {
    name,
    description: '',
    material: '',
    category: 'rings',
    price: 900,
    images: ['/media/a.webp'],
    is_available: true,
    is_new: false,
    is_featured: false,
    colors: [],
    sizes: SIZES,
    variants,
  };
}

function buy(products: ProductRow[], buyer: number, selectedSize = '') {
  const lines = products.map((product) => ({ product, ...(selectedSize && { selectedSize }) }));
  return placeOrder(shop, orderFor(lines, { customerAddress: `House ${buyer}` }));
}

/** A staff member's bulk change. */
function bulkOf(bulkId: string) {
  return { bulkId, actor: '00000000-0000-4000-8000-000000000001' };
}

async function skusOf(products: ProductRow[]): Promise<string[]> {
  const rows = await shop<{ sku: string }[]>`
    select sku from public.product_variants
     where product_id in ${shop(products.map(({ id }) => id))} and archived_at is null order by product_id, size`;
  return rows.map(({ sku }) => sku);
}

async function versionsOf(products: ProductRow[]) {
  return shop<{ id: string; updatedAt: string }[]>`
    select id, to_char(updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt"
      from public.products where id in ${shop(products.map(({ id }) => id))} order by id`;
}

async function pricesOf(products: ProductRow[]): Promise<Record<string, number>> {
  const rows = await shop<{ id: string; price: number }[]>`
    select id, price::float from public.products where id in ${shop(products.map(({ id }) => id))}`;
  return Object.fromEntries(rows.map(({ id, price }) => [id, price]));
}

function codesOf(refused: Refusal[]): string[] {
  return [...new Set(refused.map(({ code }) => code))].toSorted();
}

function oneOf<Item>(items: readonly Item[], number: number): Item {
  const item = items[number % items.length];
  if (item === undefined) throw new Error('There is nothing to choose from');
  return item;
}
