import { describe, expect, test } from 'vitest';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';
import { type Line, orderFor, type Payload, placeOrder, quoteCart } from './calls/order-calls.ts';
import { CHECK_FAILED, type Refusal, refusalOf, sqlstateOf } from './calls/refusals.ts';
import { addProduct, archiveProduct, changeStock, UNKNOWN } from './rows/catalogue-rows.ts';
import { everyRow } from './rows/every-row.ts';

const database = await testPostgres();
const shop = await database.connect(1);

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

  test('when the product is unknown', async () => {
    expect(await refusedWithoutATrace(orderFor([{ product: UNKNOWN }]))).toMatchObject(nothingLeft({ id: UNKNOWN.id, name: '' }));
  });

  test('naming every short line, in the order of the cart', async () => {
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

  test('when the shopper saw another price, with the current prices', async () => {
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

  test('when a line has a negative quantity', async () => {
    const ring = await addProduct(shop, { price: 1000, stock: 5 });
    const before = await everyRow(database.owner);
    const lines = [
      { product: ring, quantity: 3 },
      { product: ring, quantity: -1 },
    ];
    expect(await sqlstateOf(placeOrder(shop, orderFor(lines, { totalAmount: 2200 })))).toBe(CHECK_FAILED);
    expect(await everyRow(database.owner)).toEqual(before);
  });

  test('when its idempotency key belongs to another order', async () => {
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

describe('the same order under another key', () => {
  test('asks to confirm within two minutes, however address and cart are written, and writes nothing', async () => {
    const ring = await addProduct(shop, { stock: 50, colors: ['Gold'] });
    const jhumka = await addProduct(shop, { stock: 50 });
    const lines = [{ product: ring, quantity: 3, selectedColor: 'Gold' }, { product: jhumka }];
    const address = { customerAddress: 'House 7, Street 7' };
    const first = await placeOrder(shop, orderFor(lines, address), 'first press');
    const again = orderFor(
      [
        { product: jhumka },
        { product: ring, quantity: 1, selectedColor: 'Gold' },
        { product: ring, quantity: 2, selectedColor: 'Gold' },
      ],
      { customerAddress: 'house 7  street 7', customerName: 'A. Khan', customerEmail: 'other@example.com' },
    );
    const refusal = await refusedWithoutATrace(again, 'second press');
    expect(refusal).toEqual({
      status: 409,
      code: 'order_repeated',
      message: `You placed this same order a moment ago: ${first.order_number}. Do you want to order it again?`,
      details: { orderNumber: first.order_number, totalAmount: first.total_amount, createdAt: expect.any(String) },
    });
    expect(JSON.stringify(refusal)).not.toMatch(/Khan|example|House|\+92/);
  });

  test('asks to confirm even if stock has run out, because the first order has the pieces', async () => {
    const ring = await addProduct(shop, { stock: 1 });
    await placeOrder(shop, orderFor([{ product: ring }]), 'took the last');
    expect(await refusedWithoutATrace(orderFor([{ product: ring }]), 'asks for it again')).toMatchObject({
      code: 'order_repeated',
    });
  });

  test('is a second order once the shopper confirms', async () => {
    const ring = await addProduct(shop, { stock: 5 });
    const first = await placeOrder(shop, orderFor([{ product: ring }]), 'once');
    const second = await placeOrder(shop, { ...orderFor([{ product: ring }]), repeat: true } as Payload, 'twice, please');
    expect(second.order_number).not.toBe(first.order_number);
    expect(await placeOrder(shop, { ...orderFor([{ product: ring }]), repeat: true } as Payload, 'twice, please')).toEqual(
      second,
    );
  });

  test.each([
    ['another phone', { customerPhone: '+923009999999' }, {}],
    ['another address', { customerAddress: 'House 2' }, {}],
    ['another quantity', {}, { quantity: 2 }],
    ['another size', {}, { selectedSize: '7' }],
  ])('is another order with %s', async (_, changes, line) => {
    const ring = await addProduct(shop, { stock: 9, sizes: ['7'] });
    await placeOrder(shop, orderFor([{ product: ring }]), `${ring.id} first`);
    expect(await placeOrder(shop, orderFor([{ product: ring, ...line }], changes), `${ring.id} second`)).toMatchObject({
      status: 'pending',
    });
  });

  test.each([
    ['two minutes later', `created_at = now() - interval '2 minutes'`],
    ['when the first one was cancelled', `status = 'cancelled'`],
    ['when the first one was archived', 'archived_at = now()'],
  ])('is another order %s', async (_, change) => {
    const ring = await addProduct(shop, { stock: 9 });
    const first = await placeOrder(shop, orderFor([{ product: ring }]), `${ring.id} first`);
    await database.owner.unsafe(`update public.orders set ${change} where id = '${first.id}'`);
    expect(await placeOrder(shop, orderFor([{ product: ring }]), `${ring.id} second`)).toMatchObject({ status: 'pending' });
  });

  test('is placed without asking if no key is sent', async () => {
    const ring = await addProduct(shop, { stock: 9 });
    for (const key of [null, 'with a key', null]) {
      expect(await placeOrder(shop, orderFor([{ product: ring }]), key)).toMatchObject({ status: 'pending' });
    }
  });
});

describe('an idempotency key', () => {
  test('answers the same order again, even if stock has run out, and writes nothing', async () => {
    const ring = await addProduct(shop, { stock: 1 });
    const payload = orderFor([{ product: ring }]);
    const first = await placeOrder(shop, payload, 'twice');
    const before = await everyRow(database.owner);
    expect(await placeOrder(shop, payload, 'twice')).toEqual(first);
    expect(await everyRow(database.owner)).toEqual(before);
  });

  test('ignores the order of a body’s fields', async () => {
    const ring = await addProduct(shop, { stock: 5 });
    const { notes, ...rest } = orderFor([{ product: ring }]);
    const first = await placeOrder(shop, { notes, ...rest }, 'any-order');
    expect(await placeOrder(shop, { ...rest, notes }, 'any-order')).toEqual(first);
  });

  test('can be used again when its order was refused', async () => {
    const ring = await addProduct(shop, { stock: 1 });
    const payload = orderFor([{ product: ring, quantity: 2 }]);
    await refusalOf(placeOrder(shop, payload, 'second-try'));
    await changeStock(shop, ring.id, 1, 'purchase');
    expect((await placeOrder(shop, payload, 'second-try')).items).toMatchObject([{ quantity: 2 }]);
  });
});

/** The refusal of an order, after which every table is as it was. */
async function refusedWithoutATrace(payload: Payload, key: string | null = null): Promise<Refusal> {
  const before = await everyRow(database.owner);
  const refusal = await refusalOf(placeOrder(shop, payload, key));
  expect(await everyRow(database.owner)).toEqual(before);
  return refusal;
}

function nothingLeft({ id, name }: { id: string; name: string }) {
  return {
    status: 409,
    code: 'out_of_stock',
    details: { items: [{ productId: id, name, requested: 1, available: 0 }] },
  };
}
