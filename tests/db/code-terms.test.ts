// What a code takes off is what it took when the order was placed; what comes to the order later is priced by what holds then.
import { beforeEach, describe, expect, test } from 'vitest';
import { DELIVERY } from '#built/settings.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { addCode, type Code, codeNow, newPhone } from './calls/code-calls.ts';
import { orderFor, type PlacedOrder, placeOrder } from './calls/order-calls.ts';
import { addProduct, type ProductRow } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(4);

let jhumka: ProductRow;

beforeEach(async () => {
  jhumka = await addProduct(shop, { stock: 200, price: 1000 });
});

interface Change {
  discount?: number;
  deliveryDiscount?: number;
  total: number;
  refusedCode?: { reason: string };
}

/** An order of two jhumkas, 2,000 rupees, with a code of half the price. */
async function placed(terms: Record<string, unknown> = {}) {
  const code = await addCode(shop, { value: 50, ...terms });
  const [quote] = await shop`
    select (public.quote_cart(${shop.json([{ productId: jhumka.id, quantity: 2 }])}, ${shop.json(DELIVERY)}, ${code.code}) ->> 'total')::float as total`;
  const order = await placeOrder(
    shop,
    orderFor([{ product: jhumka, quantity: 2 }], { customerPhone: newPhone(), code: code.code, totalAmount: quote?.['total'] }),
  );
  return { code, order };
}

const change = ({ id }: Code, changed: Record<string, unknown>) =>
  shop`update public.discount_codes set ${shop(changed as never)} where id = ${id}`;

async function add(order: PlacedOrder, quantity = 1, product = jhumka): Promise<Change> {
  const items = shop.json([{ productId: product.id, quantity }]);
  const call = (preview: boolean) => shop<{ after: Change }[]>`
    select public.add_to_order(${order.order_number}, (select public.order_page_key(${order.id}) ->> 'key'), ${items}, 50, null,
                               ${preview}, null, false) -> 'after' as after`;
  const [promised] = await call(true);
  const [row] = await call(false);
  expect(row?.after).toEqual(promised?.after);
  return row?.after as Change;
}

async function raise(order: PlacedOrder, quantity: number): Promise<Change> {
  const [line] = await shop`select id from public.order_items where order_id = ${order.id} order by position`;
  const items = shop.json([{ id: line?.['id'], productId: jhumka.id, quantity }]);
  const [row] = await shop<{ after: Change }[]>`
    select public.edit_order_items(${order.id}, ${items}, ${shop.json(DELIVERY)}, null) -> 'after' as after`;
  return row?.after as Change;
}

const linesOf = ({ id }: { id: string }) =>
  shop`select quantity, discount::float from public.order_items where order_id = ${id} order by position`;

describe('pieces that are added to an order with a code', () => {
  test('cost less by it while it holds, and stay one line', async () => {
    const { order } = await placed();
    expect(await add(order)).toMatchObject({ discount: 1500, total: 1500 });
    expect(await linesOf(order)).toEqual([{ quantity: 3, discount: 1500 }]);
  });

  test.each([
    ['is paused', { is_paused: true }],
    ['has ended', { starts_at: '2020-01-01', ends_at: '2020-02-01' }],
    ['has not started yet', { starts_at: '2100-01-01' }],
    ['is used up', { max_uses: 1 }],
    ['is for other pieces now', { categories: ['bracelets'] }],
    ['has a minimum now that the order does not reach', { minimum: 1_000_000 }],
  ])(
    'cost their whole price once the code %s, by whoever they are added; those of before keep their share',
    async (_, changed) => {
      const { code, order } = await placed();
      await change(code, changed);
      expect(await add(order)).toMatchObject({ discount: 1000, total: 2000 });
      expect(await linesOf(order)).toEqual([
        { quantity: 2, discount: 1000 },
        { quantity: 1, discount: 0 },
      ]);
      expect(await raise(order, 4)).toMatchObject({ discount: 1000, total: 3000 });
      expect(await codeNow(shop, code)).toMatchObject({ uses: 1, placed: { discount: 1000 } });
    },
  );

  test('are priced by the percents of now, and those of before by theirs', async () => {
    const { code, order } = await placed();
    await change(code, { value: 10 });
    expect(await add(order, 2)).toMatchObject({ discount: 1200, total: 2800 });
    await change(code, { value: 100 });
    expect(await add(order)).toMatchObject({ discount: 2200, total: 2800 });
    await change(code, { is_paused: true });
    expect(await add(order)).toMatchObject({ discount: 2200, total: 3800 });
  });

  test('have no second sum off, nor another delivery for nothing', async () => {
    const sum = await placed({ kind: 'sum', value: 500 });
    await change(sum.code, { is_paused: true });
    expect(await add(sum.order)).toMatchObject({ discount: 500, total: 2500 });
    const free = await placed({ target: 'delivery', value: 100 });
    await change(free.code, { is_paused: true });
    const pin = await addProduct(shop, { stock: 200, price: 10 });
    expect(await add(free.order, 1, pin)).toMatchObject({ deliveryDiscount: DELIVERY.fee, total: 2010 });
  });

  test('come and go with their share: what is taken away and comes back costs what it did', async () => {
    const { code, order } = await placed();
    await change(code, { is_paused: true });
    expect(await raise(order, 1)).toMatchObject({ discount: 500 });
    expect(await raise(order, 2)).toMatchObject({ discount: 1000, total: 1000 + DELIVERY.fee });
    expect(await raise(order, 3)).toMatchObject({ discount: 1000, total: 2000 });
  });
});

describe('an order that is merged into one with a code', () => {
  const plain = (customerPhone: string) =>
    placeOrder(shop, orderFor([{ product: jhumka, quantity: 3 }], { customerPhone, customerAddress: 'House 2' }));

  async function merge(one: PlacedOrder, other: PlacedOrder) {
    const [twins] = await shop`select public.order_twins(${one.id}) -> 0 ->> 'merged_total' as total`;
    const [row] = await shop`
      select public.merge_twin_orders(${one.id}, ${other.id}, null) -> 'kept' as kept`;
    expect(Number(twins?.['total'])).toBe(row?.['kept'].total_amount);
    return row?.['kept'];
  }

  const phoneOf = async ({ id }: PlacedOrder) =>
    (await shop`select customer_phone from public.orders where id = ${id}`)[0]?.['customer_phone'];

  test.each([
    ['paused', true, 1000],
    ['still good', false, 2500],
  ])('brings its pieces under a code that is %s by what holds now', async (_, is_paused, discount) => {
    const { code, order } = await placed();
    await change(code, { is_paused });
    const kept = await merge(order, await plain(await phoneOf(order)));
    expect(kept).toMatchObject({ subtotal: 5000, discount, total_amount: 5000 - discount });
  });

  test('first keeps its pieces at their price when the code of the later one was paused', async () => {
    const customerPhone = newPhone();
    const first = await plain(customerPhone);
    const code = await addCode(shop, { value: 50 });
    const later = await placeOrder(
      shop,
      orderFor([{ product: jhumka }], { customerPhone, code: code.code, totalAmount: 500 + DELIVERY.fee }),
    );
    await change(code, { is_paused: true });
    expect(await merge(first, later)).toMatchObject({ discount: 500, discount_code: code.code, total_amount: 3500 });
  });
});
