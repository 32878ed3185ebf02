import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { archiveOrder, type Line, orderFor, type PlacedOrder, placeOrder, setStatus } from './calls/order-calls.ts';
import { race, rotated } from './calls/race.ts';
import {
  addProduct,
  addProducts,
  addReview,
  bookErrors,
  changeStock,
  type ProductRow,
  stockHistoryOf,
  stockOf,
} from './rows/catalogue-rows.ts';

const CONNECTIONS = 50;

const database = await testPostgres();
const shop = await database.connect(CONNECTIONS);

test('the races run over fifty simultaneous connections', async () => {
  const [open] =
    await database.owner`select count(*)::int as backends from pg_stat_activity where usename = 'authenticator' and datname = current_database()`;
  expect(open).toMatchObject({
    backends: expect.toSatisfy((backends: number) => backends >= CONNECTIONS),
  });
});

test('a hundred simultaneous buyers of ten pieces make ten orders and ninety refusals', async () => {
  const ring = await addProduct(shop, { stock: 10 });
  const { done, refused } = await race(100, (buyer) =>
    placeOrder(shop, orderFor([{ product: ring }], { customerAddress: `House ${buyer}` }), `buyer-${buyer}`),
  );

  expect(done).toHaveLength(10);
  expect(new Set(done.map((order) => order.order_number)).size).toBe(10);
  expect(refused).toHaveLength(90);
  for (const refusal of refused) {
    expect(refusal).toMatchObject({
      status: 409,
      code: 'out_of_stock',
      details: {
        items: [{ productId: ring.id, name: ring.name, requested: 1, available: 0 }],
      },
    });
  }

  const history = await stockHistoryOf(shop, ring.id);
  expect(history.map((row) => row.after)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  expect(
    history
      .slice(1)
      .map((row) => row.reference)
      .toSorted(),
  ).toEqual(done.map((order) => order.order_number).toSorted());
  expect(await stockOf(shop, ring.id)).toBe(0);
  expect(await bookErrors(shop)).toEqual([]);
  expect(
    await shop`select id from public.mail_outbox where payload ->> 'id' in ${shop(done.map((order) => order.id))}`,
  ).toHaveLength(10);
});

test('four hundred carts with the same six products in different orders are all sold without a deadlock', async () => {
  const products = await addProducts(shop, 6, { stock: 5000 });
  const carts = everyTriple(products);
  const { done, refused } = await race(400, (buyer) => placeOrder(shop, orderFor(carts[buyer % carts.length] ?? [])));

  expect(refused).toEqual([]);
  expect(done).toHaveLength(400);
  for (const product of products) {
    const sold = done.flatMap((order) => order.items).filter((item) => item.product_id === product.id);
    expect(await stockOf(shop, product.id)).toBe(5000 - sold.reduce((pieces, item) => pieces + item.quantity, 0));
  }
  expect(await bookErrors(shop)).toEqual([]);
});

test('a hundred carts that sell out sixty products at once do not deadlock over the build they request', async () => {
  const products = await addProducts(shop, 60, { stock: 5 });
  await shop`delete from public.site_builds where true`;
  const { done, refused } = await race(100, (buyer) => {
    const lines = [0, 20, 40].map((step) => products[(buyer * 7 + step) % 60]);
    return placeOrder(shop, orderFor(lines.flatMap((product) => (product ? [{ product }] : []))));
  });

  expect(refused).toEqual([]);
  expect(done).toHaveLength(100);
  expect(await shop`select id from public.products where in_stock and id in ${shop(products.map(({ id }) => id))}`).toHaveLength(
    0,
  );
  expect(await shop`select status from public.site_builds`).toEqual([{ status: 'pending' }]);
  expect(await bookErrors(shop)).toEqual([]);
});

test('one idempotency key sent twenty times at once makes one order and twenty equal answers', async () => {
  const ring = await addProduct(shop, { stock: 10 });
  const { done } = await race(20, () => placeOrder(shop, orderFor([{ product: ring, quantity: 2 }]), 'one-checkout'));

  expect(done).toHaveLength(20);
  for (const answer of done) expect(answer).toEqual(done[0]);
  expect(await shop`select id from public.orders where idempotency_key = 'one-checkout'`).toHaveLength(1);
  expect(await stockOf(shop, ring.id)).toBe(8);
});

test('one idempotency key with different bodies at once makes one order, the others are mismatches', async () => {
  const ring = await addProduct(shop, { stock: 100 });
  const { done, refused } = await race(20, (attempt) =>
    placeOrder(shop, orderFor([{ product: ring, quantity: attempt + 1 }]), 'one-key'),
  );

  expect(done).toHaveLength(1);
  expect(refused).toHaveLength(19);
  for (const refusal of refused)
    expect(refusal).toMatchObject({
      status: 422,
      code: 'idempotency_mismatch',
    });
  expect(await stockOf(shop, ring.id)).toBe(100 - (done[0]?.items[0]?.quantity ?? 0));
});

test('the same order under twenty keys at once makes one order and nineteen requests to confirm that name it', async () => {
  const ring = await addProduct(shop, { stock: 50 });
  const { done, refused } = await race(20, (attempt) =>
    placeOrder(shop, orderFor([{ product: ring, quantity: 2 }]), `press-${attempt}`),
  );

  expect(done).toHaveLength(1);
  expect(refused).toHaveLength(19);
  for (const refusal of refused) {
    expect(refusal).toMatchObject({
      status: 409,
      code: 'order_repeated',
      details: { orderNumber: done[0]?.order_number, totalAmount: done[0]?.total_amount },
    });
  }
  expect(await stockOf(shop, ring.id)).toBe(48);
  expect(await bookErrors(shop)).toEqual([]);
});

test('carts with the same products under many keys, some repeated, neither deadlock nor duplicate', async () => {
  const products = await addProducts(shop, 4, { stock: 1000 });
  const carts = everyTriple(products);
  const { done, refused } = await race(200, (attempt) =>
    placeOrder(shop, orderFor(carts[attempt % carts.length] ?? [], { customerAddress: 'The only house' }), `cart-${attempt}`),
  );

  // The same three products in another order are the same cart; in other quantities they are another one.
  const contents = new Set(
    carts.map((lines) =>
      lines
        .map(({ product, quantity }) => `${product.id} ${quantity}`)
        .toSorted()
        .join(),
    ),
  );
  expect(done).toHaveLength(contents.size);
  for (const refusal of refused) expect(refusal).toMatchObject({ status: 409, code: 'order_repeated' });
  expect(await bookErrors(shop)).toEqual([]);
});

test('an order cancelled fifty times at once returns its stock exactly once', async () => {
  const ring = await addProduct(shop, { stock: 10 });
  const order = await placeOrder(shop, orderFor([{ product: ring, quantity: 4 }]));
  const { done } = await race(50, () => setStatus(shop, order, 'cancelled'));

  expect(done).toHaveLength(50);
  expect(await stockOf(shop, ring.id)).toBe(10);
  expect((await stockHistoryOf(shop, ring.id)).map((row) => row.quantity)).toEqual([10, -4, 4]);
});

test('an order cancelled and archived at once returns its stock exactly once', async () => {
  const ring = await addProduct(shop, { stock: 10 });
  const order = await placeOrder(shop, orderFor([{ product: ring, quantity: 4 }]));
  const { refused } = await race(50, (call) =>
    call % 2 === 0 ? setStatus(shop, order, 'cancelled') : archiveOrder(shop, order),
  );

  for (const refusal of refused) expect(refusal).toMatchObject({ status: 404, code: 'order_not_found' });
  expect(await stockOf(shop, ring.id)).toBe(10);
  expect((await stockHistoryOf(shop, ring.id)).map((row) => row.quantity)).toEqual([10, -4, 4]);
});

test('an order cancelled and reopened at once ends with the stock that matches its status', async () => {
  const ring = await addProduct(shop, { stock: 10 });
  const order = await placeOrder(shop, orderFor([{ product: ring, quantity: 4 }]));
  await race(60, (call) => setStatus(shop, order, call % 2 === 0 ? 'cancelled' : 'processing'));

  const [end] = await shop<{ status: string }[]>`select status from public.orders where id = ${order.id}`;
  expect(await stockOf(shop, ring.id)).toBe(end?.status === 'cancelled' ? 10 : 6);
  const moves = (await stockHistoryOf(shop, ring.id)).slice(1).map((row) => row.quantity);
  expect(moves).toEqual(moves.map((_, position) => (position % 2 === 0 ? -4 : 4)));
  expect(await bookErrors(shop)).toEqual([]);
});

test('of ten cancelled orders reopened at once, as many succeed as there are pieces', async () => {
  const ring = await addProduct(shop, { stock: 10 });
  const orders: PlacedOrder[] = [];
  for (let buyer = 0; buyer < 10; buyer += 1) orders.push(await placeOrder(shop, orderFor([{ product: ring }])));
  for (const order of orders) await setStatus(shop, order, 'cancelled');
  await changeStock(shop, ring.id, -7, 'damage');
  const { done, refused } = await race(10, (buyer) => setStatus(shop, orders[buyer] ?? { id: '' }, 'pending'));

  expect(done).toHaveLength(3);
  expect(refused).toHaveLength(7);
  for (const refusal of refused) expect(refusal).toMatchObject({ status: 409, code: 'not_enough_stock' });
  expect(await stockOf(shop, ring.id)).toBe(0);
  expect(
    await shop`select id from public.orders where status = 'cancelled' and id in ${shop(orders.map(({ id }) => id))}`,
  ).toHaveLength(7);
});

test('orders, cancellations and stock counts of the same products leave an exact stock history', async () => {
  const products = await addProducts(shop, 3, { stock: 1000 });
  const open = await race(60, (buyer) => placeOrder(shop, orderFor(rotated(products, buyer).map((product) => ({ product })))));
  const { refused } = await race<unknown>(180, (call) => {
    const product = products[call % 3];
    const order = open.done[call % 60];
    if (!product || !order) throw new Error('Nothing to do');
    if (call < 60) return setStatus(shop, order, 'cancelled');
    if (call < 120) return placeOrder(shop, orderFor(rotated(products, call).map((each) => ({ product: each }))));
    return changeStock(shop, product.id, call % 2 === 0 ? 5 : -5, 'adjustment');
  });

  expect(refused).toEqual([]);
  // Sixty of a hundred and twenty orders are left; of twenty counts per product ten add five and ten take five.
  for (const product of products) expect(await stockOf(shop, product.id)).toBe(1000 - 60);
  expect(await bookErrors(shop)).toEqual([]);
});

test('thirty simultaneous reviews are all counted, and so are their edits and deletions', async () => {
  const ring = await addProduct(shop);
  const written = await race(30, (guest) => addReview(shop, ring.id, (guest % 5) + 1));
  expect(await ratingOf(ring)).toEqual({ rating: 3, reviews: 30 });

  const { refused } = await race(30, (guest) => {
    const id = written.done[guest] ?? '';
    return guest < 10
      ? shop`delete from public.reviews where id = ${id}`
      : shop`update public.reviews set rating = ${guest < 20 ? 5 : 4} where id = ${id}`;
  });
  expect(refused).toEqual([]);
  expect(await ratingOf(ring)).toEqual({ rating: 4.5, reviews: 20 });
});

test('an uncommitted change holds back the build that would miss it', async () => {
  await addProduct(shop, { category: 'bangles' });
  const builder = await database.connect(1);
  const claim = () => builder`select id from public.site_builds where status = 'pending' for update nowait`;
  expect(await claim()).toHaveLength(1);

  await shop.begin(async (staff) => {
    await staff`update public.categories set name = 'Bangles and Kadas' where slug = 'bangles'`;
    await expect(claim()).rejects.toMatchObject({ code: '55P03' });
  });
  expect(await claim()).toHaveLength(1);
});

test('simultaneous changes do not wait for each other to mark the site stale', async () => {
  await addProduct(shop, { category: 'kadas' });
  await addProduct(shop, { category: 'chokers' });
  await shop.begin(async (first) => {
    await first`update public.categories set sort_order = 1 where slug = 'kadas'`;
    await shop.begin(async (second) => {
      await second`set local lock_timeout = '2s'`;
      await second`update public.categories set sort_order = 2 where slug = 'chokers'`;
    });
  });
});

/** Every choice of three of the products in every order, with one to three pieces a line. */
function everyTriple(products: ProductRow[]): Line[][] {
  return products.flatMap((first) =>
    products.flatMap((second) =>
      products
        .filter((third) => new Set([first, second, third]).size === 3)
        .map((third) =>
          [first, second, third].map((product, position) => ({
            product,
            quantity: position + 1,
          })),
        ),
    ),
  );
}

async function ratingOf(product: ProductRow) {
  const [row] = await shop`select rating::float, review_count as reviews from public.products where id = ${product.id}`;
  return row;
}
