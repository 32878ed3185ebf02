import { describe, expect, test } from 'vitest';
import { BRIDAL_SET, orderFor, PENDANT, RING, SOLD_OUT } from '#tests/setup/samples/products.ts';
import { STAFF } from '#tests/setup/samples/staff.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const adjust = (productId: string, transactionType: string, quantity?: unknown, notes?: string) =>
  staff('POST', '/api/stock-history/adjust', { productId, transactionType, quantity, notes });
const stockOf = async (id: string): Promise<number> =>
  (await shop.rows(`select stock_quantity as stock from products where id = '${id}'`))[0].stock;
const ledgerLength = async (): Promise<number> => (await shop.rows('select count(*)::int as n from stock_history'))[0].n;

describe('an adjustment', () => {
  test('sets the exact stock', async () => {
    const before = await stockOf(PENDANT.id);
    const { status, json } = await adjust(PENDANT.id, 'adjustment', 20, 'Counted on Friday');
    expect(status).toBe(201);
    expect(json.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      _id: json.data.id,
      productId: PENDANT.id,
      productName: PENDANT.name,
      color: '',
      size: '',
      sku: expect.stringMatching(/^PND-\d{4}$/),
      transactionType: 'adjustment',
      quantity: 20 - before,
      previousStock: before,
      newStock: 20,
      variantStock: 20,
      referenceNumber: null,
      notes: 'Counted on Friday',
      createdAt: expect.stringMatching(/^\d{4}-.+Z$/),
      actorName: STAFF.username,
    });
    expect(await stockOf(PENDANT.id)).toBe(20);
  });

  test('to zero empties the stock, and to the current number is recorded, too', async () => {
    expect((await adjust(SOLD_OUT.id, 'adjustment', 4)).json.data).toMatchObject({ quantity: 4, newStock: 4 });
    expect((await adjust(SOLD_OUT.id, 'adjustment', 0)).json.data).toMatchObject({ quantity: -4, newStock: 0 });
    expect((await adjust(SOLD_OUT.id, 'adjustment', 0)).json.data).toMatchObject({ quantity: 0, newStock: 0 });
  });

  test('adds purchases and returns, and subtracts damage', async () => {
    await adjust(RING.id, 'adjustment', 10);
    expect((await adjust(RING.id, 'purchase', 3)).json.data).toMatchObject({ quantity: 3, previousStock: 10, newStock: 13 });
    expect((await adjust(RING.id, 'return', 2)).json.data).toMatchObject({ quantity: 2, newStock: 15 });
    expect((await adjust(RING.id, 'damage', 5)).json.data).toMatchObject({ quantity: -5, newStock: 10 });
  });

  test('cannot take away more than there is', async () => {
    const before = await ledgerLength();
    const { status, json } = await adjust(BRIDAL_SET.id, 'damage', 4);
    expect(status).toBe(409);
    expect(json).toMatchObject({ code: 'not_enough_stock', details: { productId: BRIDAL_SET.id, available: 3 } });
    expect([await stockOf(BRIDAL_SET.id), await ledgerLength()]).toEqual([3, before]);
  });

  test.each([
    ['adjustment', -1],
    ['adjustment', undefined],
    ['adjustment', ''],
    ['adjustment', null],
    ['purchase', 0],
    ['return', 0],
    ['damage', 0],
    ['damage', -2],
  ])('by %s of %s asks for a quantity', async (kind, quantity) => {
    const { status, json } = await adjust(RING.id, kind, quantity);
    expect(status).toBe(422);
    expect(json.errors).toEqual([{ path: 'quantity', message: 'Please enter quantity' }]);
  });

  test.each([
    ['quantity', { quantity: 1.5 }],
    ['quantity', { quantity: 100_001 }],
    ['quantity', { quantity: Number.MAX_SAFE_INTEGER }],
    ['transactionType', { transactionType: 'sale' }],
    ['transactionType', { transactionType: 'transfer' }],
    ['productId', { productId: 'zzz' }],
    ['notes', { notes: 'x'.repeat(501) }],
  ])('with an impossible %s (%j) is refused', async (path, change) => {
    const before = await ledgerLength();
    const body = { productId: RING.id, transactionType: 'purchase', quantity: 1, ...change };
    const { status, json } = await staff('POST', '/api/stock-history/adjust', body);
    expect(status).toBe(422);
    expect(json.errors.map((error: { path: string }) => error.path)).toEqual([path]);
    expect(await ledgerLength()).toBe(before);
  });

  test('of an unknown or archived product is not found', async () => {
    const [{ id }] = await shop.rows(`select id from products where name like 'Emerald%' limit 1`);
    await shop.rows(`update products set archived_at = now() where id = '${id}'`);
    for (const gone of ['f'.repeat(24), id]) {
      const { status, json } = await adjust(gone, 'purchase', 1);
      expect([status, json.code, json.message]).toEqual([404, 'product_not_found', 'Product not found']);
    }
  });
});

describe('the stock history', () => {
  test('ends at the page that twenty thousand entries fill, and says how to reach what lies deeper', async () => {
    const { status: last, json } = await staff('GET', '/api/stock-history?page=1000');
    expect([last, json.data]).toEqual([200, []]);
    for (const path of [
      '/api/stock-history?page=1001',
      '/api/stock-history?page=40000',
      '/api/orders?page=4900',
      '/api/products?page=201&limit=100',
    ]) {
      const answer = await staff('GET', path);
      expect(answer.status, path).toBe(422);
      expect(answer.json.errors, path).toEqual([
        { path: 'page', message: expect.stringMatching(/^Pages end at .* filter the list/) },
      ]);
    }
  });

  test('is newest first, and names the order behind each change', async () => {
    const line = { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size };
    const { json: placed } = await shop.call('POST', '/api/orders', { body: orderFor([line], 2050) });
    const { json } = await staff('GET', '/api/stock-history?limit=2');
    expect(json.data[0]).toMatchObject({
      productName: RING.name,
      transactionType: 'sale',
      quantity: -1,
      referenceNumber: placed.data.orderNumber,
    });
    expect(json.data).toHaveLength(2);
    expect(json.pagination).toMatchObject({ page: 1, limit: 2, totalItems: await ledgerLength() });
    const next = await staff('GET', '/api/stock-history?limit=2&page=2');
    expect(next.json.data.map(({ id }: { id: string }) => id)).not.toContain(json.data[1].id);
  });

  test('of one product is a chain in which each row starts where the previous one ended', async () => {
    const { json } = await staff('GET', `/api/stock-history/product/${RING.id}?limit=100`);
    const oldestFirst = json.data.toReversed();
    expect(oldestFirst.length).toBeGreaterThan(3);
    let stock = 0;
    for (const row of oldestFirst) {
      expect(row).toMatchObject({ productId: RING.id, previousStock: stock, newStock: stock + row.quantity });
      stock = row.newStock;
    }
    expect(stock).toBe(await stockOf(RING.id));
    expect((await staff('GET', `/api/stock-history?productId=${RING.id}&limit=100`)).json.data).toEqual(json.data);
  });

  test('still names an archived product, and is empty for an unknown one', async () => {
    const [{ id, name }] = await shop.rows('select id, name from products where archived_at is not null limit 1');
    expect((await staff('GET', `/api/stock-history/product/${id}`)).json.data[0].productName).toBe(name);
    expect((await staff('GET', `/api/stock-history/product/${'f'.repeat(24)}`)).json.data).toEqual([]);
  });

  test('is filtered by kind', async () => {
    const { json } = await staff('GET', '/api/stock-history?transactionType=damage');
    expect(json.data.length).toBeGreaterThan(0);
    expect(new Set(json.data.map((row: { transactionType: string }) => row.transactionType))).toEqual(new Set(['damage']));
    expect((await staff('GET', '/api/stock-history?transactionType=theft')).json.errors[0].path).toBe('transactionType');
  });

  test.each([
    ['createdAt', 'asc'],
    ['createdAt', 'desc'],
    ['transactionType', 'asc'],
    ['transactionType', 'desc'],
    ['quantity', 'asc'],
    ['quantity', 'desc'],
  ])('is sorted by %s %s, page after page, the same for one product', async (sortBy, sortOrder) => {
    const kinds = ['purchase', 'sale', 'adjustment', 'return', 'damage', 'transfer'];
    for (const filter of ['', `&productId=${RING.id}`]) {
      const values: (string | number)[] = [];
      const ids = new Set<string>();
      let totalItems = Number.POSITIVE_INFINITY;
      for (let page = 1; values.length < totalItems && page < 30; page += 1) {
        const query = `sortBy=${sortBy}&sortOrder=${sortOrder}&limit=7&page=${page}${filter}`;
        const { json } = await staff('GET', `/api/stock-history?${query}`);
        totalItems = json.pagination.totalItems;
        for (const record of json.data) {
          ids.add(record.id);
          values.push(sortBy === 'transactionType' ? kinds.indexOf(record.transactionType) : record[sortBy]);
        }
      }
      const rising = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(values).toEqual(sortOrder === 'asc' ? rising : rising.toReversed());
      expect([values.length, ids.size]).toEqual([totalItems, totalItems]);
    }
  });

  test.each(['sortBy=newStock', 'sortBy=sequence', 'sortOrder=up'])('cannot be sorted by %s', async (query) => {
    const { status, json } = await staff('GET', `/api/stock-history?${query}`);
    expect([status, json.errors[0].path]).toEqual([422, query.split('=')[0]]);
  });

  test('is filtered by days in Karachi, both included', async () => {
    // Midnight there is 19:00 of the day before in UTC.
    const moments = ['2026-02-01T18:59:59.999Z', '2026-02-01T19:00:00Z', '2026-02-03T18:59:59.999Z', '2026-02-03T19:00:00Z'];
    for (const [place, moment] of moments.entries()) {
      await shop.rows(`insert into stock_history (product_id, variant_id, transaction_type, quantity, previous_stock, new_stock, variant_stock, notes, created_at)
        select product_id, id, 'adjustment', 0, stock_quantity, stock_quantity, stock_quantity, 'moment ${place}', '${moment}'
          from product_variants where product_id = '${PENDANT.id}'`);
    }
    const { json } = await staff('GET', '/api/stock-history?startDate=2026-02-02&endDate=2026-02-03');
    expect(json.data.map(({ notes }: { notes: string }) => notes)).toEqual(['moment 2', 'moment 1']);
    const { json: stats } = await staff('GET', '/api/stock-history/stats?startDate=2026-02-02&endDate=2026-02-03');
    expect(stats.data).toMatchObject({ totalRecords: 2, byType: { adjustment: { count: 2, quantity: 0 }, sale: { count: 0 } } });
    expect((await staff('GET', '/api/stock-history?startDate=2026-02-30')).status).toBe(422);
    expect((await staff('GET', '/api/stock-history?startDate=0000-01-01')).status).toBe(422);
  });

  test('has figures that add up to the stock', async () => {
    const { data } = (await staff('GET', '/api/stock-history/stats')).json;
    const [{ pieces }] = await shop.rows('select sum(stock_quantity)::int as pieces from products');
    expect(data.totalIn - data.totalOut).toBe(pieces);
    expect(data.totalRecords).toBe(await ledgerLength());
    expect(Object.keys(data.byType).toSorted()).toEqual(['adjustment', 'damage', 'purchase', 'return', 'sale', 'transfer']);
    const sum = Object.values<{ quantity: number }>(data.byType).reduce((total, { quantity }) => total + quantity, 0);
    expect(sum).toBe(pieces);
    expect(data.byType.damage).toEqual({ count: 1, quantity: -5 });
  });

  test('is for staff only', async () => {
    for (const path of ['', '/stats', `/product/${RING.id}`]) {
      expect((await shop.call('GET', `/api/stock-history${path}`)).status).toBe(401);
    }
    expect((await shop.call('POST', '/api/stock-history/adjust', { body: {} })).status).toBe(401);
  });
});
