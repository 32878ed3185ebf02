import { expect, test } from 'vitest';
import { applyFiles } from '#tests/setup/real-postgres.ts';
import { testPostgres } from '#tests/setup/test-postgres.ts';
import { addProduct, archiveProduct, bookErrors, changeStock, stockOf } from './catalogue-rows.ts';
import { orderFor, placeOrder, setStatus } from './order-calls.ts';
import { AGAINST_THE_BOOKS, sqlstateOf } from './refusals.ts';
import { createPurchaseOrder, receive, takeBack } from './staff-calls.ts';
import { editProduct, stockByChoice } from './variant-calls.ts';

/** The first migration that knows of variants. */
const VARIANTS = '20261122115025';

const historyRows = () =>
  database.owner`select to_jsonb(h) - '{variant_id,variant_stock}'::text[] as row from public.stock_history h order by h.sequence`.then(
    (rows) => [...rows],
  );

const database = await testPostgres({ before: VARIANTS });
const shop = await database.connect(2);
const ring = await addProduct(shop, { stock: 10, sizes: ['6', '7'], colors: ['Gold'] });
const jhumka = await addProduct(shop, { stock: 4, name: 'Jhumka', category: 'earrings' });
const archived = await addProduct(shop, { stock: 3 });
await archiveProduct(shop, archived.id);
await addProduct(shop, { name: 'Never in stock' });
const order = await placeOrder(shop, orderFor([{ product: ring, quantity: 2, selectedSize: '7' }, { product: jhumka }]));
const purchase = await createPurchaseOrder(shop, [{ product: ring, quantity: 6 }]);
const [item] = purchase.items;
await receive(shop, purchase, [{ itemId: item?.id ?? '', received: 5, damaged: 1 }]);
await changeStock(shop, jhumka.id, -1, 'damage');
const history = await historyRows();

await applyFiles(database.owner, { from: VARIANTS });

test('a shop that counted its products as a whole has one variant for each, and its books are exact', async () => {
  expect(await bookErrors(database.owner)).toEqual([]);
  expect(await historyRows()).toEqual(history);
  const products = await shop<{ stocks: number[]; sku: string }[]>`
    select array_agg(v.stock_quantity) as stocks, min(v.sku) as sku from public.products p
      left join public.product_variants v on v.product_id = p.id and v.color = '' and v.size = '' and v.archived_at is null
     group by p.id order by p.created_at, p.id`;
  expect(products.map(({ stocks }) => stocks)).toEqual([[12], [2], [3], [0]]);
  for (const { sku } of products) expect(sku).toMatch(/^(RNG|ERR)-\d{4}$/);
});

test('what was ordered and received before goes back to where it came from, also after pieces are counted by size', async () => {
  await editProduct(shop, ring, {
    variants: [
      { size: '6', stockQuantity: 8 },
      { size: '7', stockQuantity: 4 },
    ],
  });
  await setStatus(shop, order, 'cancelled');
  expect(await stockByChoice(shop, ring, { archived: true })).toEqual({ '': 2, '6': 8, '7': 4 });
  expect(await stockOf(shop, jhumka.id)).toBe(3);

  await editProduct(shop, ring, { variants: [] });
  const [receipt] = await shop<
    { id: string }[]
  >`select id from public.purchase_order_receipts where purchase_order_id = ${purchase.id}`;
  await takeBack(shop, purchase, receipt?.id ?? '');
  expect(await stockByChoice(shop, ring)).toEqual({ '': 10 });
  expect(await bookErrors(database.owner)).toEqual([]);
});

test('the history is guarded again', async () => {
  expect(
    await sqlstateOf(database.owner.unsafe(`update public.stock_history set notes = 'x' where product_id = '${ring.id}'`)),
  ).toBe(AGAINST_THE_BOOKS);
  expect(
    await sqlstateOf(
      database.owner.unsafe(`update public.purchase_order_receipt_items set received = 9 where product_id = '${ring.id}'`),
    ),
  ).toBe(AGAINST_THE_BOOKS);
});
