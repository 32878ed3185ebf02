import { describe, expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { archiveOrder, orderFor, placeOrder, quoteCart } from './calls/order-calls.ts';
import { addProduct, archiveProduct, UNKNOWN } from './rows/catalogue-rows.ts';

const database = await testPostgres();
const shop = await database.connect(1);

describe('a tracked order', () => {
  test('shows status, items and shipments by number and phone, without personal data', async () => {
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
    expect(await track(order.order_number, '+923001234567')).not.toBeNull();
    expect(await track(order.order_number, '+923000000000')).toBeNull();
    expect(await track('ORD-1', '+923001234567')).toBeNull();
    await archiveOrder(shop, order);
    expect(await track(order.order_number, '+923001234567')).toBeNull();
  });
});

describe('a cart quote', () => {
  test('tells current prices, available pieces and the delivery charge', async () => {
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

  test('gives the available pieces to a product’s first line first', async () => {
    const ring = await addProduct(shop, { price: 1000, stock: 5 });
    const quote = await quoteCart(shop, [
      { product: ring, quantity: 3 },
      { product: ring, quantity: 3 },
      { product: ring, quantity: 3 },
    ]);
    expect(quote.items.map((item) => item.quantity)).toEqual([3, 2, 0]);
    expect(quote).toMatchObject({ subtotal: 5000, shipping: 0, total: 5000 });
  });

  test('keeps unavailable lines, at zero', async () => {
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

  test('of a cart without available items costs nothing', async () => {
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

  test('equals what the order charges', async () => {
    const ring = await addProduct(shop, { price: 1499.5, stock: 5 });
    const { total: totalAmount } = await quoteCart(shop, [{ product: ring, quantity: 2 }]);
    expect(await placeOrder(shop, orderFor([{ product: ring, quantity: 2 }], { totalAmount }))).toMatchObject({
      total_amount: totalAmount,
    });
  });
});

async function track(orderNumber: string, phone: string): Promise<Record<string, unknown> | null> {
  const [row] = await shop<
    { tracked: Record<string, unknown> | null }[]
  >`select public.track_order(${orderNumber}, ${phone}) as tracked`;
  return row?.tracked ?? null;
}
