import { beforeEach, describe, expect, test } from 'vitest';
import { orderFor, RING } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const cuff = { name: 'Mirror Work Cuff', price: 1450.5, category: 'bracelets', images: ['/media/cuff.webp'] };

const add = () => staff('POST', '/api/products', cuff);
const edit = (id: string, body: unknown) => staff('PUT', `/api/products/${id}`, body);
const read = async (id: string) => (await shop.call('GET', `/api/products/${id}`)).json.data;
const stockHistoryOf = (id: string) =>
  shop.rows(
    `select transaction_type as kind, quantity, new_stock as stock, notes, reference_number as reference from stock_history where product_id = '${id}' order by sequence`,
  );
const complaintsAt = (json: { errors?: { path: string }[] }) => (json.errors ?? []).map(({ path }) => path);

describe('editing a product', () => {
  let id: string;
  beforeEach(async () => {
    id = (await add()).json.data.id;
  });

  test('changes what was sent and nothing else', async () => {
    const before = await read(id);
    const { json } = await edit(id, { price: 990, isFeatured: true, somethingElse: 1 });
    expect(json.data).toEqual({ ...before, price: 990, isFeatured: true, updatedAt: expect.any(String) });
    expect(await read(id)).toEqual(json.data);
  });

  test('accepts a whole product as it was read', async () => {
    const before = await read(id);
    const { status, json } = await edit(id, { ...before, name: 'Renamed' });
    expect(status).toBe(200);
    expect(json.data).toEqual({ ...before, name: 'Renamed', updatedAt: expect.any(String) });
  });

  test('sets which colour a photo shows; removing a photo or colour removes its entry', async () => {
    const images = ['/media/cuff-gold.webp', '/media/cuff_silver_2.webp'];
    const photoColors = [
      { image: '/media/cuff-gold.webp', color: 'Gold' },
      { image: '/media/cuff_silver_2.webp', color: 'Silver' },
    ];
    expect((await edit(id, { images, colors: ['Gold', 'Silver'], photoColors })).json.data).toMatchObject({ photoColors });
    expect((await edit(id, { price: 990 })).json.data).toMatchObject({ photoColors });
    expect((await edit(id, { colors: ['Silver'] })).json.data.photoColors).toEqual([photoColors[1]]);
    expect((await edit(id, { images: ['/media/cuff-gold.webp'] })).json.data.photoColors).toEqual([]);
  });

  test('marks photos that show it worn; removing a photo removes its mark, and only its own photos can be marked', async () => {
    const images = ['/media/cuff.webp', '/media/cuff-worn.webp', '/media/cuff-arm.webp'];
    const wornImages = images.slice(1);
    expect((await edit(id, { images, wornImages })).json.data).toMatchObject({ wornImages });
    expect((await edit(id, { price: 980 })).json.data).toMatchObject({ wornImages });
    expect((await edit(id, { images: images.slice(0, 2) })).json.data.wornImages).toEqual(['/media/cuff-worn.webp']);
    for (const refused of [['/media/other.webp'], ['/media/cuff-worn.webp', '/media/cuff-worn.webp']]) {
      const { status, json } = await edit(id, { wornImages: refused });
      expect([status, complaintsAt(json)]).toEqual([422, ['wornImages']]);
      const added = await staff('POST', '/api/products', { ...cuff, images, wornImages: refused });
      expect([added.status, complaintsAt(added.json)]).toEqual([422, ['wornImages']]);
    }
    expect((await read(id)).wornImages).toEqual(['/media/cuff-worn.webp']);
    expect((await edit(id, { wornImages: [] })).json.data.wornImages).toEqual([]);
  });

  test('refuses an entry for a photo or colour that the product does not have', async () => {
    const images = ['/media/cuff.webp'];
    for (const photoColors of [
      [{ image: '/media/other.webp', color: 'Gold' }],
      [{ image: '/media/cuff.webp', color: 'Blue' }],
      [
        { image: '/media/cuff.webp', color: 'Gold' },
        { image: '/media/cuff.webp', color: 'Gold' },
      ],
    ]) {
      const { status, json } = await edit(id, { images, colors: ['Gold'], photoColors });
      expect([status, complaintsAt(json)]).toEqual([422, ['photoColors']]);
      const added = await staff('POST', '/api/products', { ...cuff, images, colors: ['Gold'], photoColors });
      expect([added.status, complaintsAt(added.json)]).toEqual([422, ['photoColors']]);
    }
    expect((await read(id)).photoColors).toEqual([]);
  });

  test('changes stock by the difference, as an adjustment; the same number again changes nothing', async () => {
    await edit(id, { stockQuantity: 4 });
    await edit(id, { stockQuantity: 4 });
    expect((await edit(id, { stockQuantity: 25 })).json.data.stockQuantity).toBe(25);
    expect((await stockHistoryOf(id)).map(({ kind, quantity, stock }) => [kind, quantity, stock])).toEqual([
      ['adjustment', 10, 10],
      ['adjustment', -6, 4],
      ['adjustment', 21, 25],
    ]);
    expect((await shop.rows(`select distinct actor from stock_history where product_id = '${id}'`))[0].actor).not.toBeNull();
  });

  test('changes stock only from what the editor saw, so pieces sold since are not silently put back', async () => {
    await edit(id, { stockQuantity: 17 });
    await staff('POST', '/api/stock-history/adjust', { productId: id, transactionType: 'damage', quantity: 4 });
    const { status, json } = await edit(id, { stockQuantity: 50, stockSeen: 17 });
    expect(status).toBe(409);
    expect(json).toMatchObject({
      code: 'stock_moved',
      message: 'The stock moved from 17 to 13 meanwhile',
      details: { stockQuantity: 13 },
    });
    expect((await read(id)).stockQuantity).toBe(13);

    expect((await edit(id, { stockQuantity: 46, stockSeen: 13 })).json.data.stockQuantity).toBe(46);
    // What is there already is no change, whoever saw what; what was typed without a look goes through.
    expect((await edit(id, { stockQuantity: 46, stockSeen: 17 })).status).toBe(200);
    expect((await edit(id, { stockQuantity: 5 })).json.data.stockQuantity).toBe(5);
    expect((await edit(id, { stockSeen: 5 })).status).toBe(422);
  });

  test('switches a product off and on without touching its stock', async () => {
    expect((await edit(id, { inStock: false })).json.data).toMatchObject({
      inStock: false,
      isAvailable: false,
      stockQuantity: 10,
    });
    expect((await edit(id, { isAvailable: true })).json.data).toMatchObject({ inStock: true });
  });

  test('keeps the original price above the resulting price', async () => {
    expect((await edit(id, { originalPrice: 1400 })).json.errors).toEqual([
      { path: 'originalPrice', message: 'Must be above the price' },
    ]);
    expect((await edit(id, { originalPrice: 2000 })).status).toBe(200);
    const { status, json } = await edit(id, { price: 2000, stockQuantity: 99 });
    expect(status).toBe(422);
    expect(json).toMatchObject({ code: 'validation_failed', errors: [{ path: 'originalPrice' }] });
    expect((await edit(id, { price: 2000, originalPrice: null })).json.data).toMatchObject({ price: 2000, originalPrice: null });
    expect(await stockHistoryOf(id)).toHaveLength(1);
  });

  test('refuses a category that does not exist', async () => {
    expect(complaintsAt((await edit(id, { category: 'gone' })).json)).toEqual(['category']);
  });

  test('refuses to overwrite a colleague’s newer change', async () => {
    const { updatedAt } = await read(id);
    expect((await edit(id, { name: 'First', updatedAt })).status).toBe(200);
    const { status, json } = await edit(id, { name: 'Second', stockQuantity: 0, updatedAt });
    expect(status).toBe(409);
    expect(json).toMatchObject({
      code: 'edited_meanwhile',
      message: 'Somebody else changed this meanwhile. Reload to see their version.',
    });
    expect(await read(id)).toMatchObject({ name: 'First', stockQuantity: 10 });
  });

  test('is not in conflict with a sale', async () => {
    const { updatedAt } = await read(id);
    const order = await shop.call('POST', '/api/orders', { body: orderFor([{ productId: id, quantity: 1 }], 1650) });
    expect(order.status).toBe(201);
    expect((await edit(id, { name: 'Sold once', updatedAt })).status).toBe(200);
  });

  test.each([[{}], [{ nonsense: 1 }], [{ updatedAt: '2026-11-20T00:00:00.000Z' }]])(
    'needs at least one field: %o',
    async (body) => {
      const { status, json } = await edit(id, body);
      expect(status).toBe(422);
      expect(json.errors[0].message).toBe('Nothing to change');
    },
  );

  test('that does not exist, or is archived, is a 404', async () => {
    expect((await edit('f'.repeat(24), { name: 'x' })).json).toMatchObject({
      code: 'product_not_found',
      message: 'Product not found',
    });
    await staff('DELETE', `/api/products/${id}`);
    expect((await edit(id, { name: 'x' })).status).toBe(404);
  });
});

describe('archiving a product', () => {
  test('removes it from the shop; its orders and ledger stay', async () => {
    const { id } = (await add()).json.data;
    const order = (await shop.call('POST', '/api/orders', { body: orderFor([{ productId: id, quantity: 1 }], 1650) })).json.data;
    const { status, json } = await staff('DELETE', `/api/products/${id}`);
    expect([status, json.data.id]).toEqual([200, id]);
    expect((await shop.call('GET', `/api/products/${id}`)).status).toBe(404);
    expect((await staff('DELETE', `/api/products/${id}`)).status).toBe(404);
    expect((await staff('GET', `/api/orders/${order.id}`)).json.data.items[0].productName).toBe(cuff.name);
    expect(await stockHistoryOf(id)).toHaveLength(2);
  });
});

describe('a visitor', () => {
  test.each([
    ['POST', '/api/products', cuff],
    ['PUT', `/api/products/${RING.id}`, { price: 1 }],
    ['PUT', `/api/products/${RING.id}`, { rating: 5, reviewCount: 1, stockQuantity: 999 }],
    ['DELETE', `/api/products/${RING.id}`, undefined],
  ])('may not %s %s %o', async (method, path, body) => {
    const before = await read(RING.id);
    const { status, json } = await shop.call(method, path, body ? { body } : {});
    expect(status).toBe(401);
    expect(json.code).toBe('not_signed_in');
    expect(await read(RING.id)).toEqual(before);
  });

  test('may have the reviews recounted, but cannot set the result', async () => {
    const before = await read(RING.id);
    const { status, json } = await shop.call('PUT', `/api/products/${RING.id}`, { body: { rating: 1, reviewCount: 9999 } });
    expect(status).toBe(200);
    expect(json.data).toEqual(before);
    expect(await read(RING.id)).toEqual(before);
    expect((await shop.call('PUT', `/api/products/${'f'.repeat(24)}`, { body: { rating: 1 } })).status).toBe(404);
  });
});

test('the description of the API says who may do what', async () => {
  const { paths } = (await shop.call('GET', '/api/openapi.json')).json;
  expect(paths['/api/products'].post).toMatchObject({ 'x-access': 'staff', security: [{ staff: [] }] });
  expect(paths['/api/products/{id}'].put).toMatchObject({ 'x-access': 'anyone or staff', security: [{}, { staff: [] }] });
  expect(paths['/api/reviews/{id}'].put).toMatchObject({
    'x-access': 'author or staff',
    security: [{ author: [] }, { staff: [] }],
  });
});
