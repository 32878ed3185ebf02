import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DELIVERY } from '#shared/shop.ts';
import { type RealPostgres, startRealPostgres } from '#tests/setup/real-postgres.ts';
import { addProduct, archiveProduct, changeStock, ledgerOf, type ProductRow, stockOf } from './catalogue-rows.ts';
import { archiveOrder, type Line, orderFor, type Payload, placeOrder, quoteCart } from './order-calls.ts';
import { CHECK_FAILED, type Refusal, refusalOf, sqlstateOf } from './refusals.ts';

const UNKNOWN: ProductRow = {
  id: 'f'.repeat(24),
  name: 'Unknown',
  price: 1000,
};

let database: RealPostgres;
let shop: Sql;

beforeAll(async () => {
  database = await startRealPostgres();
  shop = await database.connect(1);
}, 60_000);

afterAll(() => database.stop());

describe('an order', () => {
  test('is answered with what was bought, what it costs and who gets it', async () => {
    const ring = await addProduct(shop, {
      price: 1250.5,
      stock: 5,
      colors: ['Gold'],
      sizes: ['7'],
    });
    const payload = orderFor([{ product: ring, quantity: 2, selectedColor: 'Gold', selectedSize: '7' }]);

    expect(await placeOrder(shop, payload)).toMatchObject({
      order_number: expect.stringMatching(/^ORD-\d{5,}$/),
      customer_name: 'Ayesha Khan',
      customer_phone: '+923001234567',
      country: 'pk',
      subtotal: 2501,
      shipping: 200,
      total_amount: 2701,
      status: 'pending',
      payment_status: 'pending',
      payment_method: 'cash_on_delivery',
      items: [
        {
          product_id: ring.id,
          product_name: ring.name,
          product_image: '/media/halo-ring.webp',
          selected_color: 'Gold',
          selected_size: '7',
          quantity: 2,
          price: 1250.5,
        },
      ],
    });
    expect(await stockOf(shop, ring.id)).toBe(3);
  });

  test('has a number of its own, one higher than the one before', async () => {
    const ring = await addProduct(shop, { stock: 2 });
    const numbers = [];
    for (let order = 0; order < 2; order += 1) numbers.push((await placeOrder(shop, orderFor([{ product: ring }]))).order_number);
    const [first, second] = numbers.map((number) => Number(number.replace(/^ORD-/, '')));
    expect(first).toBeGreaterThanOrEqual(10001);
    expect(second).toBe((first ?? 0) + 1);
  });

  test('is priced by the database, whatever the browser remembers of names and prices', async () => {
    const ring = await addProduct(shop, { price: 3000, stock: 5 });
    const payload = orderFor([{ product: ring }]);
    const forged = {
      ...payload,
      items: payload.items.map((item) => ({
        ...item,
        price: 1,
        productName: 'Free ring',
        productImage: 'x',
      })),
    };
    const [item] = (await placeOrder(shop, forged)).items;
    expect(item).toMatchObject({
      price: 3000,
      product_name: ring.name,
      product_image: '/media/halo-ring.webp',
    });
  });

  test.each([
    { subtotal: DELIVERY.freeFrom, shipping: 0 },
    { subtotal: DELIVERY.freeFrom - 0.01, shipping: DELIVERY.fee },
    { subtotal: DELIVERY.freeFrom - 1, shipping: DELIVERY.fee },
  ])('of Rs $subtotal ships for Rs $shipping', async ({ subtotal, shipping }) => {
    const ring = await addProduct(shop, { price: subtotal, stock: 1 });
    const order = await placeOrder(shop, orderFor([{ product: ring }]));
    expect(order).toMatchObject({
      subtotal,
      shipping,
      total_amount: subtotal + shipping,
    });
  });

  test('counts several lines of one product together, and sells them with one ledger row', async () => {
    const ring = await addProduct(shop, {
      stock: 5,
      colors: ['Gold', 'Silver'],
    });
    const gold = { product: ring, quantity: 3, selectedColor: 'Gold' };
    const silver = { product: ring, quantity: 2, selectedColor: 'Silver' };

    expect(await refusedWithoutATrace(orderFor([gold, { ...silver, quantity: 3 }]))).toMatchObject({
      code: 'out_of_stock',
      details: {
        items: [{ productId: ring.id, name: ring.name, requested: 6, available: 5 }],
      },
    });
    const order = await placeOrder(shop, orderFor([gold, silver]));
    expect(order.items).toHaveLength(2);
    expect((await ledgerOf(shop, ring.id)).at(-1)).toEqual({
      kind: 'sale',
      quantity: -5,
      before: 5,
      after: 0,
      reference: order.order_number,
    });
  });

  test('sells the last piece, and the product is out of stock by itself', async () => {
    const ring = await addProduct(shop, { stock: 1 });
    await placeOrder(shop, orderFor([{ product: ring }]));
    expect(await shop`select in_stock from public.products where id = ${ring.id}`).toEqual([{ in_stock: false }]);
  });

  test('keeps what was bought when the product changes or goes', async () => {
    const ring = await addProduct(shop, { price: 1000, stock: 5 });
    const order = await placeOrder(shop, orderFor([{ product: ring }]));
    await shop`update public.products set name = 'Renamed', price = 9, images = '{/other.webp}' where id = ${ring.id}`;
    await archiveProduct(shop, ring.id);

    expect(
      await shop`select product_name, product_image, price::float from public.order_items where order_id = ${order.id}`,
    ).toEqual([
      {
        product_name: ring.name,
        product_image: '/media/halo-ring.webp',
        price: 1000,
      },
    ]);
  });

  test('writes its confirmation mail in the same transaction, without the secrets of the request', async () => {
    const ring = await addProduct(shop, { stock: 5 });
    const order = await placeOrder(shop, orderFor([{ product: ring }], { customerEmail: 'mail@example.com' }), 'mail-key');
    const mails = await shop`
      select m.recipient, m.kind, m.payload, m.attempts, m.sent_at, m.xmin::text = o.xmin::text as same_transaction
        from public.mail_outbox m join public.orders o on o.id = m.payload ->> 'id' where o.id = ${order.id}`;

    expect(mails).toMatchObject([
      {
        recipient: 'mail@example.com',
        kind: 'order_confirmation',
        attempts: 0,
        sent_at: null,
        same_transaction: true,
      },
    ]);
    expect(mails[0]).toMatchObject({
      payload: {
        order_number: order.order_number,
        items: order.items,
        total_amount: order.total_amount,
      },
    });
    expect(JSON.stringify(mails)).not.toMatch(/mail-key|fingerprint/);
  });

  test('belongs to the shopper who was signed in', async () => {
    const ring = await addProduct(shop, { stock: 5 });
    const [shopper] = await database.owner<
      { id: string }[]
    >`insert into auth.users (email) values ('shopper@example.com') returning id`;
    const [row] = await shop`
      select public.place_order(${shop.json(orderFor([{ product: ring }]))}, ${shop.json(DELIVERY)}, null, ${shopper?.id ?? ''}) ->> 'shopper_id' as shopper`;
    expect(row).toEqual({ shopper: shopper?.id });
  });
});

describe('an order is refused, and nothing is written,', () => {
  test('when a product is short', async () => {
    const ring = await addProduct(shop, { stock: 2 });
    const plenty = await addProduct(shop, { stock: 50, name: 'Jhumka' });
    expect(await refusedWithoutATrace(orderFor([{ product: plenty }, { product: ring, quantity: 3 }]))).toEqual({
      status: 409,
      code: 'out_of_stock',
      message: 'Some items are no longer available in the quantity you asked for',
      details: {
        items: [{ productId: ring.id, name: ring.name, requested: 3, available: 2 }],
      },
    });
  });

  test('when staff took the product off sale', async () => {
    const ring = await addProduct(shop, { stock: 2 });
    await shop`update public.products set is_available = false where id = ${ring.id}`;
    expect(await refusedWithoutATrace(orderFor([{ product: ring }]))).toMatchObject(nothingLeft(ring));
  });

  test('when the product is archived', async () => {
    const ring = await addProduct(shop, { stock: 2 });
    await archiveProduct(shop, ring.id);
    expect(await refusedWithoutATrace(orderFor([{ product: ring }]))).toMatchObject(nothingLeft({ id: ring.id, name: '' }));
  });

  test('when nobody knows the product', async () => {
    expect(await refusedWithoutATrace(orderFor([{ product: UNKNOWN }]))).toMatchObject(nothingLeft({ id: UNKNOWN.id, name: '' }));
  });

  test('with every line that is short, in the order of the cart', async () => {
    const ring = await addProduct(shop, { stock: 1 });
    const jhumka = await addProduct(shop, { stock: 1, name: 'Jhumka' });
    const refusal = await refusedWithoutATrace(
      orderFor([{ product: jhumka, quantity: 2 }, { product: UNKNOWN }, { product: ring, quantity: 2 }]),
    );
    expect(refusal.details).toMatchObject({
      items: [{ productId: jhumka.id }, { productId: UNKNOWN.id }, { productId: ring.id }],
    });
  });

  test('when a colour or size is not offered', async () => {
    const ring = await addProduct(shop, {
      stock: 5,
      colors: ['Gold'],
      sizes: ['7'],
    });
    const plain = await addProduct(shop, { stock: 5 });
    for (const [line, chosen] of Object.entries<Line[]>({
      0: [{ product: ring, selectedColor: 'Silver' }],
      1: [
        { product: ring, selectedColor: 'Gold', selectedSize: '7' },
        { product: ring, selectedColor: 'Gold', selectedSize: '9' },
      ],
      2: [{ product: ring }, { product: ring }, { product: plain, selectedColor: 'Gold' }],
    })) {
      const refusal = await refusedWithoutATrace(orderFor(chosen));
      expect(refusal).toMatchObject({
        status: 409,
        code: 'choice_unavailable',
      });
      expect(refusal.details).toEqual({
        items: [{ productId: chosen[Number(line)]?.product.id, line: Number(line) }],
      });
    }
  });

  test('when the shopper saw another price, with the prices of now', async () => {
    const ring = await addProduct(shop, { price: 1000, stock: 5 });
    const payload = orderFor([{ product: ring, quantity: 2 }]);
    await shop`update public.products set price = 1500 where id = ${ring.id}`;
    expect(await refusedWithoutATrace(payload)).toEqual({
      status: 409,
      code: 'price_changed',
      message: 'Prices have changed since you filled your cart',
      details: await quoteCart(shop, [{ product: ring, quantity: 2 }]),
    });
    expect(await placeOrder(shop, { ...payload, totalAmount: 3000 })).toMatchObject({
      subtotal: 3000,
      shipping: 0,
      total_amount: 3000,
    });
  });

  test('when the shopper saw another delivery charge, or one paisa less', async () => {
    const ring = await addProduct(shop, { price: 2998, stock: 5 });
    for (const totalAmount of [2998, 3197.99]) {
      expect(await refusedWithoutATrace(orderFor([{ product: ring }], { totalAmount }))).toMatchObject({
        code: 'price_changed',
        details: { subtotal: 2998, shipping: 200, total: 3198 },
      });
    }
  });

  test('when a line asks for fewer pieces than none', async () => {
    const ring = await addProduct(shop, { price: 1000, stock: 5 });
    const before = await everyRow();
    const lines = [
      { product: ring, quantity: 3 },
      { product: ring, quantity: -1 },
    ];
    expect(await sqlstateOf(placeOrder(shop, orderFor(lines, { totalAmount: 2200 })))).toBe(CHECK_FAILED);
    expect(await everyRow()).toEqual(before);
  });

  test('when its idempotency key stands for another order', async () => {
    const ring = await addProduct(shop, { stock: 5 });
    await placeOrder(shop, orderFor([{ product: ring }]), 'used-key');
    expect(await refusedWithoutATrace(orderFor([{ product: ring, quantity: 2 }]), 'used-key')).toEqual({
      status: 422,
      code: 'idempotency_mismatch',
      message: 'This Idempotency-Key was already used for another order',
      details: null,
    });
  });
});

describe('an idempotency key', () => {
  test('answers the same order again, also when the shelf is empty by now, and writes nothing', async () => {
    const ring = await addProduct(shop, { stock: 1 });
    const payload = orderFor([{ product: ring }]);
    const first = await placeOrder(shop, payload, 'twice');
    const before = await everyRow();
    expect(await placeOrder(shop, payload, 'twice')).toEqual(first);
    expect(await everyRow()).toEqual(before);
  });

  test('does not mind the order in which the fields of a body come', async () => {
    const ring = await addProduct(shop, { stock: 5 });
    const { notes, ...rest } = orderFor([{ product: ring }]);
    const first = await placeOrder(shop, { notes, ...rest }, 'any-order');
    expect(await placeOrder(shop, { ...rest, notes }, 'any-order')).toEqual(first);
  });

  test('is free again when its order was refused', async () => {
    const ring = await addProduct(shop, { stock: 1 });
    const payload = orderFor([{ product: ring, quantity: 2 }]);
    await refusalOf(placeOrder(shop, payload, 'second-try'));
    await changeStock(shop, ring.id, 1, 'purchase');
    expect((await placeOrder(shop, payload, 'second-try')).items).toMatchObject([{ quantity: 2 }]);
  });
});

describe('a tracked order', () => {
  test('tells its status, items and shipments to whoever knows number and phone, and nothing of the person', async () => {
    const ring = await addProduct(shop, {
      price: 1500,
      stock: 5,
      colors: ['Gold'],
    });
    const order = await placeOrder(
      shop,
      orderFor([{ product: ring, selectedColor: 'Gold' }], {
        customerPhone: '+923009998877',
      }),
    );
    await shop`insert into public.shipments (order_id, carrier, tracking_number) values (${order.id}, 'TCS', 'T-1')`;
    await shop`insert into public.shipments (order_id, carrier, archived_at) values (${order.id}, 'Lost', now())`;

    const tracked = await track(order.order_number.toLowerCase(), '+923009998877');
    expect(tracked).toMatchObject({
      order_number: order.order_number,
      status: 'pending',
      total_amount: 1700,
      items: [
        {
          product_name: ring.name,
          quantity: 1,
          price: 1500,
          selected_color: 'Gold',
          selected_size: null,
        },
      ],
      shipments: [{ carrier: 'TCS', tracking_number: 'T-1', status: 'preparing' }],
    });
    expect(JSON.stringify(tracked)).not.toMatch(/Ayesha|Lahore|Street|923009998877|customer|note/);
  });

  test('is not found with another phone, another number, or once it is archived', async () => {
    const ring = await addProduct(shop, { stock: 5 });
    const order = await placeOrder(shop, orderFor([{ product: ring }]));
    const notFound = {
      status: 404,
      code: 'order_not_found',
      message: 'Order not found',
    };
    expect(await refusalOf(track(order.order_number, '+923000000000'))).toMatchObject(notFound);
    expect(await refusalOf(track('ORD-1', '+923001234567'))).toMatchObject(notFound);
    await archiveOrder(shop, order);
    expect(await refusalOf(track(order.order_number, '+923001234567'))).toMatchObject(notFound);
  });
});

describe('a cart quote', () => {
  test('tells the prices of now, the pieces to be had and the delivery', async () => {
    const ring = await addProduct(shop, { price: 900, stock: 5 });
    expect(await quoteCart(shop, [{ product: ring, quantity: 2 }])).toEqual({
      items: [
        {
          productId: ring.id,
          name: ring.name,
          image: '/media/halo-ring.webp',
          price: 900,
          available: 5,
          quantity: 2,
        },
      ],
      subtotal: 1800,
      shipping: 200,
      total: 2000,
    });
  });

  test('grants what there is, the first line of a product first', async () => {
    const ring = await addProduct(shop, { price: 1000, stock: 5 });
    const quote = await quoteCart(shop, [
      { product: ring, quantity: 3 },
      { product: ring, quantity: 3 },
      { product: ring, quantity: 3 },
    ]);
    expect(quote.items.map((item) => item.quantity)).toEqual([3, 2, 0]);
    expect(quote).toMatchObject({ subtotal: 5000, shipping: 0, total: 5000 });
  });

  test('keeps lines that cannot be had any more, at nothing', async () => {
    const ring = await addProduct(shop, { price: 1000, stock: 5 });
    const soldOut = await addProduct(shop, { price: 1000 });
    const offSale = await addProduct(shop, { price: 1000, stock: 5 });
    const archived = await addProduct(shop, { price: 1000, stock: 5 });
    await shop`update public.products set is_available = false where id = ${offSale.id}`;
    await archiveProduct(shop, archived.id);

    const quote = await quoteCart(
      shop,
      [soldOut, offSale, archived, UNKNOWN, ring].map((product) => ({
        product,
      })),
    );
    expect(quote.items.map(({ available, quantity }) => [available, quantity])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [5, 1],
    ]);
    expect(quote).toMatchObject({ subtotal: 1000, shipping: 200, total: 1200 });
  });

  test('of a cart in which nothing is left costs nothing', async () => {
    expect(await quoteCart(shop, [{ product: UNKNOWN }])).toMatchObject({
      subtotal: 0,
      shipping: 0,
      total: 0,
    });
    expect(await quoteCart(shop, [])).toEqual({
      items: [],
      subtotal: 0,
      shipping: 0,
      total: 0,
    });
  });

  test('is what the order then charges', async () => {
    const ring = await addProduct(shop, { price: 1499.5, stock: 5 });
    const { total: totalAmount } = await quoteCart(shop, [{ product: ring, quantity: 2 }]);
    expect(await placeOrder(shop, orderFor([{ product: ring, quantity: 2 }], { totalAmount }))).toMatchObject({
      total_amount: totalAmount,
    });
  });
});

/** The refusal of an order, after which every table is as it was. */
async function refusedWithoutATrace(payload: Payload, key: string | null = null): Promise<Refusal> {
  const before = await everyRow();
  const refusal = await refusalOf(placeOrder(shop, payload, key));
  expect(await everyRow()).toEqual(before);
  return refusal;
}

function nothingLeft({ id, name }: { id: string; name: string }) {
  return {
    status: 409,
    code: 'out_of_stock',
    details: { items: [{ productId: id, name, requested: 1, available: 0 }] },
  };
}

async function track(orderNumber: string, phone: string): Promise<Record<string, unknown>> {
  const [row] = await shop<
    { tracked: Record<string, unknown> }[]
  >`select public.track_order(${orderNumber}, ${phone}) as tracked`;
  return row?.tracked ?? {};
}

/** Every table by name, its number of rows and a hash of what they say. */
async function everyRow(): Promise<Record<string, string>> {
  const tables = await database.owner<{ name: string }[]>`
    select format('public.%I', relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`;
  const states = await Promise.all(
    tables.map(async ({ name }): Promise<[string, string]> => {
      const [state] = await database.owner.unsafe<{ state: string }[]>(
        `select count(*) || ' rows, ' || md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as state from ${name} t`,
      );
      return [name, state?.state ?? ''];
    }),
  );
  expect(states.length).toBeGreaterThan(10);
  return Object.fromEntries(states);
}
