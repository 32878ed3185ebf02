import { describe, expect, test } from 'vitest';
import { DELIVERY } from '#built/settings.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { orderFor, type Payload, placeOrder } from './calls/order-calls.ts';
import { type Refusal, refusalOf } from './calls/refusals.ts';
import { addProduct, archiveProduct, stockHistoryOf, stockOf } from './rows/catalogue-rows.ts';
import { everyRow } from './rows/every-row.ts';

const database = await testPostgres();
const shop = await database.connect(1);

describe('an order', () => {
  test('is answered with its items, prices and recipient', async () => {
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

  test('has its own number, one higher than the previous one', async () => {
    const ring = await addProduct(shop, { stock: 2 });
    const numbers = [];
    for (let order = 0; order < 2; order += 1) numbers.push((await placeOrder(shop, orderFor([{ product: ring }]))).order_number);
    const [first, second] = numbers.map((number) => Number(number.replace(/^ORD-/, '')));
    expect(first).toBeGreaterThanOrEqual(10001);
    expect(second).toBe((first ?? 0) + 1);
  });

  test('is priced by the database, whatever names and prices the browser sends', async () => {
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
    { subtotal: DELIVERY.freeFrom, shipping: 0, rounded: {} },
    {
      subtotal: DELIVERY.freeFrom - 0.01,
      shipping: DELIVERY.fee,
      // Riders are asked for whole rupees.
      rounded: { discount: 0.99, discount_reason: 'Rounded to whole rupees' },
    },
    { subtotal: DELIVERY.freeFrom - 1, shipping: DELIVERY.fee, rounded: {} },
  ])('of Rs $subtotal ships for Rs $shipping', async ({ subtotal, shipping, rounded }) => {
    const ring = await addProduct(shop, { price: subtotal, stock: 1 });
    const order = await placeOrder(shop, orderFor([{ product: ring }]));
    expect(order).toMatchObject({
      subtotal,
      shipping,
      total_amount: Math.floor(subtotal) + shipping,
      ...rounded,
    });
  });

  test('counts several lines of one product together, with one history row', async () => {
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
    expect((await stockHistoryOf(shop, ring.id)).at(-1)).toEqual({
      kind: 'sale',
      quantity: -5,
      before: 5,
      after: 0,
      reference: order.order_number,
    });
  });

  test('that sells the last piece makes the product out of stock', async () => {
    const ring = await addProduct(shop, { stock: 1 });
    await placeOrder(shop, orderFor([{ product: ring }]));
    expect(await shop`select in_stock from public.products where id = ${ring.id}`).toEqual([{ in_stock: false }]);
  });

  test('keeps its items when a product changes or is deleted', async () => {
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

  test('queues its confirmation mail in the same transaction, without the secrets of the request', async () => {
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

/** The refusal of an order, after which every table is as it was. */
async function refusedWithoutATrace(payload: Payload, key: string | null = null): Promise<Refusal> {
  const before = await everyRow(database.owner);
  const refusal = await refusalOf(placeOrder(shop, payload, key));
  expect(await everyRow(database.owner)).toEqual(before);
  return refusal;
}
