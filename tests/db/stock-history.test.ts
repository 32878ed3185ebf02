import { afterEach, describe, expect, test } from 'vitest';
import { orderStatus } from '#domain/orders/contract.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { archiveOrder, orderFor, placeOrder, setStatus } from './calls/order-calls.ts';
import { AGAINST_THE_BOOKS, CHECK_FAILED, NOT_ALLOWED, refusalOf, sqlstateOf } from './calls/refusals.ts';
import { addProduct, bookErrors, changeStock, type ProductRow, stockHistoryOf, stockOf } from './rows/catalogue-rows.ts';

const WRITERS = ['owner', 'service_role with every privilege', 'service_role', 'authenticated', 'anon'] as const;

type Writer = (typeof WRITERS)[number];

const database = await testPostgres();
const shop = await database.connect(2);

afterEach(async () => expect(await bookErrors(database.owner)).toEqual([]));

describe.each(WRITERS)('%s', (writer) => {
  test('cannot change stock without a history row', async () => {
    const ring = await addProduct(shop, { stock: 10 });
    for (const statement of [
      `update public.products set stock_quantity = stock_quantity + 1 where id = '${ring.id}'`,
      `update public.products set stock_quantity = 0 where true`,
      `insert into public.products as p (id, name, category, price, images) values ('${ring.id}', 'Ring', 'rings', 1, '{a}')
         on conflict (id) do update set stock_quantity = p.stock_quantity - 1`,
      `merge into public.products p using (values (1)) v on p.id = '${ring.id}' when matched then update set stock_quantity = 3`,
      `select shop.change_stock('${ring.id}', 0, 'adjustment', null, '', null); update public.products set stock_quantity = 11 where id = '${ring.id}'`,
    ]) {
      expect([statement, await attempt(writer, statement)]).toEqual([statement, refusalFor(writer)]);
    }
    expect(await stockOf(shop, ring.id)).toBe(10);
  });

  test('cannot write a history row without the stock', async () => {
    const ring = await addProduct(shop, { stock: 10 });
    await changeStock(shop, ring.id, -2, 'damage');
    for (const statement of [
      ledgerInsert(ring, [8, 3, 11]),
      ledgerInsert(ring, [5, 3, 8]),
      ledgerInsert(ring, [10, -2, 8]),
      `${ledgerInsert(ring, [8, 3, 11])}; ${ledgerInsert(ring, [11, -3, 8])}`,
      `${ledgerInsert(ring, [8, 3, 11])}; update public.products set stock_quantity = 11 where id = '${ring.id}'`,
      // Slipped in below what is there: the row would begin at nothing and end at the stock of today.
      `insert into public.stock_history (sequence, product_id, variant_id, transaction_type, previous_stock, quantity, new_stock, variant_stock)
         overriding system value select -1, product_id, id, 'adjustment', 0, 8, 8, 8 from public.product_variants where product_id = '${ring.id}'`,
    ]) {
      expect([statement, await attempt(writer, statement)]).toEqual([statement, refusalFor(writer)]);
    }
    expect(await stockHistoryOf(shop, ring.id)).toHaveLength(2);
  });

  test('cannot edit, delete or empty the stock history', async () => {
    const ring = await addProduct(shop, { stock: 10 });
    const expected = writer === 'service_role' ? NOT_ALLOWED : refusalFor(writer);
    for (const statement of [
      `update public.stock_history set notes = 'never happened' where product_id = '${ring.id}'`,
      `update public.stock_history set quantity = 11, new_stock = 11 where product_id = '${ring.id}'`,
      `update public.stock_history set actor = null where product_id = '${ring.id}'`,
      `delete from public.stock_history where product_id = '${ring.id}'`,
      `truncate public.stock_history`,
      `truncate public.products cascade`,
    ]) {
      expect([statement, await attempt(writer, statement)]).toEqual([statement, expected]);
    }
    expect(await stockHistoryOf(shop, ring.id)).toHaveLength(1);
  });

  test('cannot insert a product that already has stock', async () => {
    const statement = `insert into public.products (name, category, price, images, stock_quantity) values ('Ring', 'rings', 1000, '{a}', 5)`;
    expect(await attempt(writer, statement)).toBe(refusalFor(writer));
  });
});

test('a product starts without stock and history rows', async () => {
  const ring = await addProduct(shop);
  expect(await stockOf(shop, ring.id)).toBe(0);
  expect(await stockHistoryOf(shop, ring.id)).toEqual([]);
});

test('a change of stock is one history row with the stock before and after', async () => {
  const ring = await addProduct(shop);
  await changeStock(shop, ring.id, 7, 'purchase');
  await changeStock(shop, ring.id, -2, 'damage');
  expect(await stockHistoryOf(shop, ring.id)).toEqual([
    { kind: 'purchase', quantity: 7, before: 0, after: 7, reference: null },
    { kind: 'damage', quantity: -2, before: 7, after: 5, reference: null },
  ]);
});

test('a stock count without a difference is recorded; any other change by zero is not', async () => {
  const ring = await addProduct(shop, { stock: 4 });
  await changeStock(shop, ring.id, 0, 'adjustment');
  expect(await sqlstateOf(changeStock(shop, ring.id, 0, 'sale'))).toBe(CHECK_FAILED);
  expect((await stockHistoryOf(shop, ring.id)).map((row) => row.quantity)).toEqual([4, 0]);
});

test('stock never goes below zero', async () => {
  const ring = await addProduct(shop, { stock: 4 });
  expect(await refusalOf(changeStock(shop, ring.id, -5, 'damage'))).toEqual({
    status: 409,
    code: 'not_enough_stock',
    message: 'Not enough stock',
    details: { productId: ring.id, available: 4 },
  });
  expect(await attempt('owner', `update public.products set stock_quantity = -1 where id = '${ring.id}'`)).toBe(CHECK_FAILED);
  expect(await stockOf(shop, ring.id)).toBe(4);
});

test('the stock of an unknown product cannot change', async () => {
  expect(await refusalOf(changeStock(shop, 'f'.repeat(24), 1, 'purchase'))).toMatchObject({
    status: 404,
    code: 'product_not_found',
  });
});

test('a product with a stock history can be neither deleted nor given another id', async () => {
  const ring = await addProduct(shop, { stock: 1 });
  expect(await attempt('owner', `delete from public.products where id = '${ring.id}'`)).toBe('23503');
  expect(await attempt('owner', `update public.products set id = '${'f'.repeat(24)}' where id = '${ring.id}'`)).toBe('23503');
});

test('a history row inserted directly during a sale is refused', async () => {
  const ring = await addProduct(shop, { stock: 8 });
  const bystander = await database.connect(1);
  const pid = (await bystander<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid ?? 0;

  const count = await shop.begin(async (sale) => {
    await sale`select shop.change_stock(${ring.id}, -1, 'sale', null, '', null)`;
    const written = sqlstateOf(bystander.unsafe(ledgerInsert(ring, [8, 0, 8])));
    await expect.poll(() => isWaiting(pid), { interval: 5 }).toBe(true);
    // Wrapped, or the transaction would wait for whoever waits for it.
    return { written };
  });
  expect(await count.written).toBe(AGAINST_THE_BOOKS);
});

test('when an account is deleted, the stock history loses only the reference to it', async () => {
  const ring = await addProduct(shop);
  const { owner } = database;
  const [person] = await owner<{ id: string }[]>`insert into auth.users (email) values ('staff@example.com') returning id`;
  const actor = person?.id ?? '';
  await shop`select shop.change_stock(${ring.id}, 5, 'purchase', 'PO-1', 'first delivery', ${actor})`;
  const history = () =>
    owner`select to_jsonb(h) - 'actor' as row, actor from public.stock_history h where product_id = ${ring.id}`;
  const [before] = await history();
  expect(before).toMatchObject({ actor });

  await owner`delete from auth.users where id = ${actor}`;
  expect(await history()).toEqual([{ ...before, actor: null }]);
});

describe('the status of an order', () => {
  const transitions = orderStatus.options.flatMap((from) => orderStatus.options.map((to) => ({ from, to })));

  test.each(transitions)('from $from to $to, and to $to again, changes stock exactly once', async ({ from, to }) => {
    const ring = await addProduct(shop, { stock: 10 });
    const order = await placeOrder(shop, orderFor([{ product: ring, quantity: 2 }, { product: ring }]));
    await setStatus(shop, order, from);
    const changed = await setStatus(shop, order, to);
    const repeated = await setStatus(shop, order, to);

    expect(repeated).toEqual(changed);
    expect(changed).toMatchObject({
      status: to,
      payment_status: to === 'delivered' ? 'paid' : 'pending',
    });
    expect(await stockOf(shop, ring.id)).toBe(to === 'cancelled' ? 10 : 7);

    const sale = {
      kind: 'sale',
      quantity: -3,
      before: 10,
      after: 7,
      reference: order.order_number,
    };
    const back = {
      kind: 'return',
      quantity: 3,
      before: 7,
      after: 10,
      reference: order.order_number,
    };
    const moves = [
      sale,
      ...(from === 'cancelled' || to === 'cancelled' ? [back] : []),
      ...(from === 'cancelled' && to !== from ? [sale] : []),
    ];
    expect((await stockHistoryOf(shop, ring.id)).slice(1)).toEqual(moves);
  });

  test.each([
    { status: 'pending', pieces: 10 },
    { status: 'processing', pieces: 10 },
    { status: 'shipped', pieces: 10 },
    { status: 'delivered', pieces: 7 },
    { status: 'cancelled', pieces: 10 },
  ] as const)('archiving a $status order leaves $pieces of ten pieces, once', async ({ status, pieces }) => {
    const ring = await addProduct(shop, { stock: 10 });
    const order = await placeOrder(shop, orderFor([{ product: ring, quantity: 3 }]));
    await setStatus(shop, order, status);

    expect(await archiveOrder(shop, order)).toMatchObject({
      id: order.id,
      status,
    });
    expect(await stockOf(shop, ring.id)).toBe(pieces);
    expect(await refusalOf(archiveOrder(shop, order))).toMatchObject({
      status: 404,
      code: 'order_not_found',
    });
    expect(await refusalOf(setStatus(shop, order, 'cancelled'))).toMatchObject({ status: 404, code: 'order_not_found' });
    expect(await stockOf(shop, ring.id)).toBe(pieces);
  });

  test('an order cannot be reopened if one of its products is short, and then nothing changes', async () => {
    const ring = await addProduct(shop, { stock: 5 });
    const jhumka = await addProduct(shop, { stock: 5, name: 'Jhumka' });
    const order = await placeOrder(
      shop,
      orderFor([
        { product: ring, quantity: 2 },
        { product: jhumka, quantity: 2 },
      ]),
    );
    await setStatus(shop, order, 'cancelled');
    await changeStock(shop, jhumka.id, -4, 'damage');
    const before = [await stockHistoryOf(shop, ring.id), await stockHistoryOf(shop, jhumka.id), await orderRow(order)];

    expect(await refusalOf(setStatus(shop, order, 'processing'))).toMatchObject({
      status: 409,
      code: 'not_enough_stock',
      details: { productId: jhumka.id, available: 1 },
    });
    expect([await stockHistoryOf(shop, ring.id), await stockHistoryOf(shop, jhumka.id), await orderRow(order)]).toEqual(before);
  });

  test('the status of an unknown order cannot be changed', async () => {
    expect(await refusalOf(setStatus(shop, { id: 'f'.repeat(24) }, 'shipped'))).toMatchObject({
      status: 404,
      code: 'order_not_found',
    });
  });
});

/** Runs statements as someone and tells the SQLSTATE they failed with. What succeeds is undone and told as 22012, division by zero. */
async function attempt(writer: Writer, statements: string): Promise<string> {
  const role = writer.split(' ')[0];
  const grants =
    'grant all on all tables in schema public, shop to service_role; grant usage on schema auth to service_role; grant select on auth.users to service_role;';
  const setRole = role === 'owner' ? '' : `set local role ${role};`;
  return await sqlstateOf(
    database.owner.unsafe(
      `begin; ${writer === 'service_role with every privilege' ? grants : ''} ${setRole} ${statements}; select 1 / 0; commit`,
    ),
  ).finally(() => database.owner`rollback`);
}

/** Visitors may not write at all; whoever may is held by the triggers. */
function refusalFor(writer: Writer): string {
  return writer === 'anon' || writer === 'authenticated' ? NOT_ALLOWED : AGAINST_THE_BOOKS;
}

function ledgerInsert(product: ProductRow, [before, quantity, after]: [number, number, number]): string {
  return `insert into public.stock_history (product_id, variant_id, transaction_type, previous_stock, quantity, new_stock, variant_stock)
    select product_id, id, 'adjustment', ${before}, ${quantity}, ${after}, ${after} from public.product_variants where product_id = '${product.id}'`;
}

async function isWaiting(pid: number): Promise<boolean> {
  const [backend] = await database.owner<{ waiting: boolean | null }[]>`
    select wait_event_type = 'Lock' as waiting from pg_stat_activity where pid = ${pid}`;
  return backend?.waiting === true;
}

function orderRow(order: { id: string }) {
  return shop`select to_jsonb(o) as row from public.orders o where id = ${order.id}`;
}
