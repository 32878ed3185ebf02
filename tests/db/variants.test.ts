import { afterEach, expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { orderFor, placeOrder, quoteCart, setStatus } from './calls/order-calls.ts';
import { race } from './calls/race.ts';
import { AGAINST_THE_BOOKS, refusalOf, sqlstateOf } from './calls/refusals.ts';
import { addBangles, editProduct, stockByChoice } from './calls/variant-calls.ts';
import { addProduct, bookErrors, type ProductRow, stockHistoryOf, stockOf } from './rows/catalogue-rows.ts';

const CONNECTIONS = 50;

const database = await testPostgres();
const shop = await database.connect(CONNECTIONS);

afterEach(async () => expect(await bookErrors(database.owner)).toEqual([]));

test('a product is counted as a whole until staff count it by its choices, and can be again', async () => {
  const bangle = await addProduct(shop, { stock: 10, sizes: ['2.4', '2.6'] });
  expect(await stockByChoice(shop, bangle)).toEqual({ '': 10 });

  await editProduct(shop, bangle, {
    variants: [
      { size: '2.4', stockQuantity: 4 },
      { size: '2.6', stockQuantity: 7 },
    ],
  });
  expect(await stockByChoice(shop, bangle)).toEqual({ '2.4': 4, '2.6': 7 });
  expect((await stockHistoryOf(shop, bangle.id)).map(({ quantity, after }) => [quantity, after])).toEqual([
    [10, 10],
    [-10, 0],
    [4, 4],
    [7, 11],
  ]);

  await editProduct(shop, bangle, { variants: [] });
  expect(await stockByChoice(shop, bangle)).toEqual({ '': 11 });
});

test('a choice with pieces cannot be taken off a product, in whatever way it is asked for', async () => {
  const bangle = await addBangles(shop, { '2.4': 4, '2.6': 0 });
  const refusal = { status: 409, code: 'choice_in_stock', details: { variants: [{ color: '', size: '2.4', stockQuantity: 4 }] } };
  for (const fields of [{ sizes: ['2.6'] }, { sizes: [] }, { variants: [{ size: '2.6' }] }])
    expect(await refusalOf(editProduct(shop, bangle, fields))).toMatchObject(refusal);
  expect(
    await sqlstateOf(
      shop`update public.product_variants set archived_at = now() where product_id = ${bangle.id} and size = '2.4'`,
    ),
  ).toBe(AGAINST_THE_BOOKS);

  await editProduct(shop, bangle, { sizes: ['2.4'] });
  expect(await stockByChoice(shop, bangle)).toEqual({ '2.4': 4 });
});

test('the stock of a variant only changes with the books', async () => {
  const bangle = await addBangles(shop, { '2.4': 4, '2.6': 2 });
  for (const statement of [
    `update public.product_variants set stock_quantity = stock_quantity + 1 where product_id = '${bangle.id}' and size = '2.4'`,
    `update public.product_variants set stock_quantity = case size when '2.4' then 3 else 3 end where product_id = '${bangle.id}' and size <> ''`,
    `insert into public.product_variants (product_id, size, sku, stock_quantity) values ('${bangle.id}', '2.8', 'X-28', 5)`,
    `insert into public.product_variants (product_id, color, sku) values ('${bangle.id}', 'Gold', 'X-GLD')`,
  ])
    expect([statement, await sqlstateOf(shop.unsafe(statement))]).toEqual([statement, AGAINST_THE_BOOKS]);
});

test('an order takes the pieces of the choice it names, and gives them back there, even when that is no longer offered', async () => {
  const bangle = await addBangles(shop, { '2.4': 2, '2.6': 5 });
  const order = await placeOrder(shop, orderFor([{ product: bangle, quantity: 2, selectedSize: '2.4' }]));
  expect(await stockByChoice(shop, bangle)).toEqual({ '2.4': 0, '2.6': 5 });

  await editProduct(shop, bangle, { sizes: ['2.6'] });
  await setStatus(shop, order, 'cancelled');
  expect(await stockOf(shop, bangle.id)).toBe(5);
  expect(await stockByChoice(shop, bangle, { archived: true })).toEqual({ '': 0, '2.4': 2, '2.6': 5 });
});

test('a line without a choice that pieces are counted by is refused, and one in a combination nobody counts is sold out', async () => {
  const bangle = await addProduct(shop, { sizes: ['2.4', '2.6'], colors: ['Gold', 'Silver'] });
  await editProduct(shop, bangle, {
    variants: [
      { size: '2.4', color: 'Gold', stockQuantity: 3 },
      { size: '2.6', color: 'Silver', stockQuantity: 3 },
    ],
  });
  const order = (choice: { selectedSize?: string; selectedColor?: string }) =>
    refusalOf(placeOrder(shop, orderFor([{ product: bangle, ...choice }])));
  expect(await order({ selectedColor: 'Gold' })).toMatchObject({
    status: 422,
    code: 'choice_required',
    details: { errors: [{ path: 'items.0.selectedSize', message: 'Choose a size of Halo Ring' }] },
  });
  expect(await order({ selectedSize: '2.4' })).toMatchObject({ code: 'choice_required' });
  expect(await order({ selectedSize: '2.4', selectedColor: 'Silver' })).toMatchObject({
    code: 'out_of_stock',
    details: { items: [{ productId: bangle.id, requested: 1, available: 0, color: 'Silver', size: '2.4' }] },
  });
  expect(await order({ selectedSize: '2.8', selectedColor: 'Gold' })).toMatchObject({ code: 'choice_unavailable' });

  const quote = await quoteCart(shop, [
    { product: bangle, quantity: 2, selectedSize: '2.4', selectedColor: 'Gold' },
    { product: bangle, quantity: 2, selectedSize: '2.4', selectedColor: 'Gold' },
    { product: bangle, quantity: 2, selectedSize: '2.6', selectedColor: 'Silver' },
  ]);
  expect(quote.items.map(({ available, quantity }) => [available, quantity])).toEqual([
    [3, 2],
    [3, 1],
    [3, 2],
  ]);
});

test('two editors of one product: the second learns that the stock of a choice moved', async () => {
  const bangle = await addBangles(shop, { '2.4': 4, '2.6': 2 });
  await placeOrder(shop, orderFor([{ product: bangle, selectedSize: '2.4' }]));
  expect(
    await refusalOf(editProduct(shop, bangle, { variants: [{ size: '2.4', stockQuantity: 9, stockSeen: 4 }, { size: '2.6' }] })),
  ).toMatchObject({ code: 'stock_moved', details: { stockQuantity: 3, color: '', size: '2.4' } });
  await editProduct(shop, bangle, { variants: [{ size: '2.4', stockQuantity: 9, stockSeen: 3 }, { size: '2.6' }] });
  expect(await stockByChoice(shop, bangle)).toEqual({ '2.4': 9, '2.6': 2 });
});

test('pages are built again when a choice sells out, comes back or is offered, and not for a sale that leaves some', async () => {
  const bangle = await addBangles(shop, { '2.4': 2, '2.6': 5 });
  const asksForPages = async (change: () => Promise<unknown>) => {
    await shop`delete from public.site_builds where true`;
    await change();
    return (await shop`select from public.site_builds where status = 'pending'`).length === 1;
  };
  const buy = () => placeOrder(shop, orderFor([{ product: bangle, selectedSize: '2.4' }]));
  expect(await asksForPages(buy)).toBe(false);
  expect(await asksForPages(buy)).toBe(true);
  expect(
    await asksForPages(() => editProduct(shop, bangle, { variants: [{ size: '2.4', stockQuantity: 3 }, { size: '2.6' }] })),
  ).toBe(true);
});

test('SKUs are made from category, number, size and colour, and no two pieces have the same', async () => {
  const [first, second] = [
    await addProduct(shop, { category: 'bangles', sizes: ['2.6'], colors: ['Gold'] }),
    await addProduct(shop),
  ];
  await editProduct(shop, first, { variants: [{ size: '2.6', color: 'Gold', stockQuantity: 0 }] });
  const [made] = await shop<{ sku: string }[]>`
    select sku from public.product_variants where product_id = ${first.id} and size = '2.6'`;
  expect(made?.sku).toMatch(/^BNG-\d{4}-26-GLD$/);
  expect(await refusalOf(editProduct(shop, second, { sku: made?.sku }))).toMatchObject({
    status: 422,
    details: { errors: [{ path: 'sku', message: `Another piece has the SKU ${made?.sku}` }] },
  });
});

test('five hundred shoppers race for five sizes of ten pieces: ten of each are sold, and the others learn which size is gone', async () => {
  const sizes = ['2.2', '2.4', '2.6', '2.8', '2.10'];
  const bangle = await addBangles(shop, Object.fromEntries(sizes.map((size) => [size, 10])));
  const sizeOf = (shopper: number) => sizes[shopper % sizes.length] ?? '';
  const { done, refused } = await race(500, (shopper) =>
    placeOrder(shop, orderFor([{ product: bangle, selectedSize: sizeOf(shopper) }], { customerAddress: `House ${shopper}` })),
  );
  expect(done).toHaveLength(50);
  expect(refused).toHaveLength(450);
  for (const size of sizes) {
    const named = refused.filter(({ details }) => (details as { items: { size: string }[] }).items[0]?.size === size);
    expect(named).toHaveLength(90);
    expect(named[0]).toMatchObject({ status: 409, code: 'out_of_stock' });
  }
  expect(await stockByChoice(shop, bangle)).toEqual(Object.fromEntries(sizes.map((size) => [size, 0])));
});

test('twenty cancelled orders of a size whose last piece was sold since are taken up again at once: one is, the others are refused', async () => {
  const bangle = await addBangles(shop, { '2.4': 20, '2.6': 50 });
  const { done: orders } = await race(20, (shopper) =>
    placeOrder(shop, orderFor([{ product: bangle, selectedSize: '2.4' }], { customerAddress: `House ${shopper}` })),
  );
  for (const order of orders) await setStatus(shop, order, 'cancelled');
  await editProduct(shop, bangle, { variants: [{ size: '2.4', stockQuantity: 1 }, { size: '2.6' }] });
  const { done, refused } = await race(20, (place) => setStatus(shop, orders[place] ?? { id: '' }, 'pending'));
  expect(done).toHaveLength(1);
  for (const refusal of refused)
    expect(refusal).toMatchObject({ status: 409, code: 'not_enough_stock', details: { size: '2.4', available: 0 } });
  expect(await stockByChoice(shop, bangle)).toEqual({ '2.4': 0, '2.6': 50 });
});

test('a cart of many choices of one product is booked beside others without a deadlock', async () => {
  const bangles: ProductRow[] = [];
  for (const _ of [1, 2, 3]) bangles.push(await addBangles(shop, { '2.4': 400, '2.6': 400 }));
  const { done } = await race(40, (shopper) =>
    placeOrder(
      shop,
      orderFor(
        bangles
          .flatMap((product) => ['2.4', '2.6'].map((selectedSize) => ({ product, selectedSize })))
          .toSorted(() => (shopper % 2 ? 1 : -1)),
        { customerAddress: `House ${shopper}` },
      ),
    ),
  );
  expect(done).toHaveLength(40);
});
