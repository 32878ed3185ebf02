import { expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { orderFor, placeOrder, setStatus } from './calls/order-calls.ts';
import { answer } from './calls/staff-calls.ts';
import { addProduct, type ProductRow } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(4);

let phones = 0;
const customer = () => ({ customerPhone: `+9231166${String(10_000 + ++phones)}` });

interface Purchase {
  id: string;
  items: { id: string }[];
}

/** Orders pieces from a supplier: of each product so many, at so many rupees. */
const order = (lines: [product: ProductRow, quantity: number, unitCost: number][], charges = 0) =>
  answer<Purchase>(shop`
    select public.create_purchase_order(${shop.json({
      supplierName: 'Kundan Karigar House',
      charges,
      items: lines.map(([product, quantity, unitCost]) => ({ productId: product.id, quantity, unitCost })),
    })}) as answer`);

const receive = ({ id, items }: Purchase, pieces: { received: number; damaged?: number }[]) =>
  answer(shop`
    select public.receive_purchase_order(${id}, ${shop.json({
      items: pieces.map((piece, line) => ({ itemId: items[line]?.id ?? '', ...piece })),
    })}, null) as answer`);

async function buy(product: ProductRow, quantity: number, unitCost: number): Promise<Purchase> {
  const purchase = await order([[product, quantity, unitCost]]);
  await receive(purchase, [{ received: quantity }]);
  return purchase;
}

async function costOf(product: ProductRow): Promise<number | null> {
  const [row] = await shop<{ cost: number }[]>`
    select c.unit_cost::float as cost from shop.piece_costs c join public.product_variants v on v.id = c.variant_id where v.product_id = ${product.id}`;
  return row?.cost ?? null;
}

/** What the lines of an order keep: nothing before it ships. */
const kept = ({ id }: { id: string }) =>
  shop<{ cost: number | null }[]>`
    select c.unit_cost::float as cost from shop.line_costs c join public.order_items i on i.id = c.item_id
     where i.order_id = ${id} order by i.position`.then((rows) => rows.map(({ cost }) => cost));

const takeBack = async ({ id }: Purchase) => {
  const [delivery] = await shop<{ id: string }[]>`
    select id from public.purchase_order_deliveries where purchase_order_id = ${id} and taken_back_at is null`;
  await shop`select public.take_back_delivery(${id}, ${delivery?.id ?? ''}, null)`;
};

test('a piece costs the average of those on the shelf, those of orders that have not left, and those that came', async () => {
  const product = await addProduct(shop, { stock: 0, price: 3000 });
  await buy(product, 10, 100);
  expect(await costOf(product)).toBe(100);

  await placeOrder(shop, orderFor([{ product, quantity: 5 }], customer()));
  await buy(product, 10, 200);
  expect(await costOf(product)).toBe(150);
});

test('charges are spread by value, and only good pieces carry them into the stock', async () => {
  const [cheap, dear, free] = [
    await addProduct(shop, { stock: 0, price: 300 }),
    await addProduct(shop, { stock: 0, price: 3000 }),
    await addProduct(shop, { stock: 0, price: 30 }),
  ];
  const purchase = await order(
    [
      [cheap, 10, 100],
      [dear, 10, 300],
    ],
    400,
  );
  await receive(purchase, [{ received: 10, damaged: 2 }, { received: 5 }]);
  expect([await costOf(cheap), await costOf(dear)]).toEqual([110, 330]);

  // Samples: what brought them here is all that they cost.
  await receive(await order([[free, 4, 0]], 100), [{ received: 4 }]);
  expect(await costOf(free)).toBe(25);
});

test('a delivery that is taken back leaves the average that the others make', async () => {
  const product = await addProduct(shop, { stock: 0, price: 3000 });
  await buy(product, 10, 100);
  const second = await buy(product, 5, 400);
  expect(await costOf(product)).toBe(200);
  await takeBack(second);
  expect(await costOf(product)).toBe(100);

  // Most of the dear ones are sold: the rest keep their average rather than cost less than nothing.
  await buy(product, 2, 100);
  const dear = await buy(product, 10, 900);
  const average = await costOf(product);
  const sold = await placeOrder(shop, orderFor([{ product, quantity: 10 }], customer()));
  await setStatus(shop, sold, 'shipped');
  await takeBack(dear);
  expect(await costOf(product)).toBe(average);
});

test('a line keeps what its piece cost when the order shipped, whatever is bought later; one that never left keeps nothing', async () => {
  const product = await addProduct(shop, { stock: 0, price: 3000 });
  const unknown = await addProduct(shop, { stock: 9, price: 100 });
  await buy(product, 10, 100);
  const lines = [{ product, quantity: 2 }, { product: unknown }];
  const placed = await placeOrder(shop, orderFor(lines, customer()));
  expect(await kept(placed)).toEqual([]);
  await setStatus(shop, placed, 'shipped');
  expect(await kept(placed)).toEqual([100, null]);

  await buy(product, 8, 300);
  await shop`select public.set_piece_cost(${unknown.id}, 40)`;
  await setStatus(shop, placed, 'delivered');
  expect(await kept(placed)).toEqual([100, null]);

  await setStatus(shop, placed, 'processing');
  expect(await kept(placed)).toEqual([]);
  await setStatus(shop, placed, 'shipped');
  expect(await kept(placed)).toEqual([200, 40]);
});

test('charges stay as they are once pieces came', async () => {
  const product = await addProduct(shop, { stock: 0, price: 3000 });
  const purchase = await order([[product, 10, 100]], 50);
  const edit = (changes: object) =>
    answer<{ charges: number }>(
      shop`select public.edit_purchase_order(${purchase.id}, ${shop.json(changes as never)}) as answer`,
    );
  expect((await edit({ charges: 100 })).charges).toBe(100);
  await receive(purchase, [{ received: 4 }]);
  expect(await costOf(product)).toBe(110);
  expect((await edit({ charges: 100, notes: 'Came by bus' })).charges).toBe(100);
  await expect(edit({ charges: 200 })).rejects.toThrow(/already_received/);
});

test('deliveries and orders at once leave one average of all', async () => {
  const product = await addProduct(shop, { stock: 0, price: 3000 });
  const purchases = await Promise.all([100, 200, 300, 400].map((cost) => order([[product, 10, cost]])));
  await Promise.all(purchases.map((purchase) => receive(purchase, [{ received: 10 }])));
  expect(await costOf(product)).toBe(250);
});
