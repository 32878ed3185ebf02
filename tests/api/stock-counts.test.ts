import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();

/** Bangles with these pieces of each size. Gives their id, and their variants by size. */
async function addBangles(stock: Record<string, number>) {
  const { json } = await shop.staff('POST', '/api/products', {
    name: `Kangan ${randomUUID()}`,
    price: 900,
    category: 'rings',
    images: ['/media/products/pave-eternity-band.webp'],
    sizes: Object.keys(stock),
    variants: Object.entries(stock).map(([size, stockQuantity]) => ({ size, stockQuantity })),
  });
  const bySize: Record<string, any> = Object.fromEntries(json.data.variants.map((variant: any) => [variant.size, variant]));
  return { id: json.data.id as string, bySize };
}

const count = (items: unknown[], key = randomUUID()) =>
  shop.call('POST', '/api/stock-history/counts', {
    token: shop.token,
    body: { items, notes: 'Shelf 3' },
    headers: { 'Idempotency-Key': key },
  });
const adjust = (productId: string, size: string, quantity: number) =>
  shop.staff('POST', '/api/stock-history/adjust', { productId, size, transactionType: 'damage', quantity });
const stockOf = async (id: string) => {
  const { json } = await shop.staff('GET', `/api/products/${id}`);
  return Object.fromEntries(json.data.variants.map(({ size, stockQuantity }: any) => [size, stockQuantity]));
};

test('a count books one adjustment per variant under one number, also for what was right', async () => {
  const { id, bySize } = await addBangles({ '2.4': 5, '2.6': 7 });
  const { status, json } = await count([
    { sku: bySize['2.4'].sku, counted: 3, stockSeen: 5 },
    { sku: bySize['2.6'].sku, counted: 7, stockSeen: 7 },
  ]);
  expect(status).toBe(201);
  expect(json.data.countNumber).toMatch(/^COUNT-\d{4,}$/);
  expect(json.data.items).toMatchObject([
    {
      size: '2.4',
      sku: bySize['2.4'].sku,
      quantity: -2,
      variantStock: 3,
      referenceNumber: json.data.countNumber,
      notes: 'Shelf 3',
    },
    { size: '2.6', quantity: 0, variantStock: 7, transactionType: 'adjustment' },
  ]);
  expect(await stockOf(id)).toEqual({ '2.4': 3, '2.6': 7 });
});

test('pieces that left between counting and saving stay gone: the difference is booked', async () => {
  const { id, bySize } = await addBangles({ '2.4': 5 });
  await adjust(id, '2.4', 1);
  expect((await count([{ sku: bySize['2.4'].sku, counted: 6, stockSeen: 5 }])).json.data.items).toMatchObject([
    { quantity: 1, variantStock: 5 },
  ]);
  await adjust(id, '2.4', 4);
  const { status, json } = await count([{ sku: bySize['2.4'].sku, counted: 3, stockSeen: 5 }]);
  expect([status, json.code, json.details]).toEqual([
    409,
    'not_enough_stock',
    expect.objectContaining({ size: '2.4', available: 1 }),
  ]);
});

test('no more pieces of a choice are taken away than there are of it, even if the product has more', async () => {
  const { id, bySize } = await addBangles({ '2.4': 1, '2.6': 9 });
  const { status, json } = await adjust(id, '2.4', 2);
  expect([status, json.message]).toEqual([409, 'Not enough stock of 2.4']);
  expect(json.details).toMatchObject({ available: bySize['2.4'].stockQuantity });
});

test('a count is all or nothing', async () => {
  const { id, bySize } = await addBangles({ '2.4': 5, '2.6': 0 });
  const { status } = await count([
    { sku: bySize['2.4'].sku, counted: 9, stockSeen: 5 },
    { sku: bySize['2.6'].sku, counted: 0, stockSeen: 1 },
  ]);
  expect(status).toBe(409);
  expect(await stockOf(id)).toEqual({ '2.4': 5, '2.6': 0 });
});

test('a repeated key answers with the first count and books nothing; with another content it is refused', async () => {
  const { id, bySize } = await addBangles({ '2.4': 5 });
  const key = randomUUID();
  const items = [{ sku: bySize['2.4'].sku, counted: 3, stockSeen: 5 }];
  const [first, second] = [await count(items, key), await count(items, key)];
  expect(second.json.data).toEqual(first.json.data);
  expect(await stockOf(id)).toEqual({ '2.4': 3 });
  expect((await count([{ ...items[0], counted: 4 }], key)).json.code).toBe('idempotency_mismatch');
});

test('what is no longer offered, or named twice, is refused at its line', async () => {
  const { id, bySize } = await addBangles({ '2.4': 0, '2.6': 2 });
  await shop.staff('PUT', `/api/products/${id}`, { sizes: ['2.6'] });
  const line = { sku: bySize['2.6'].sku, counted: 1, stockSeen: 2 };
  const gone = await count([line, { sku: bySize['2.4'].sku, counted: 1, stockSeen: 0 }]);
  expect(gone.json.errors).toEqual([{ path: 'items.1.sku', message: 'No piece on offer has this SKU' }]);
  expect((await count([line, line])).json.errors[0].path).toBe('items');
  expect(await stockOf(id)).toEqual({ '2.6': 2 });
});

test('stock levels are found by SKU, the exact one first, and low and out speak of each choice', async () => {
  const { id, bySize } = await addBangles({ '2.4': 0, '2.6': 50 });
  const find = async (query: string) => (await shop.staff('GET', `/api/products/stock?${query}`)).json.data;
  const ids = (found: any[]) => found.map((product) => product.id);
  expect(ids(await find(`search=${bySize['2.6'].sku.toLowerCase()}`))).toEqual([id]);
  await shop.staff('POST', '/api/products', {
    name: 'A first name',
    price: 900,
    category: 'rings',
    images: ['/media/products/pave-eternity-band.webp'],
    sku: `A-${bySize['2.6'].sku}`,
  });
  expect(ids(await find(`search=${bySize['2.6'].sku}`))[0]).toBe(id);
  expect(ids(await find('stock=low&limit=100'))).toContain(id);
  expect(ids(await find('stock=out&limit=100'))).toContain(id);
});

test('products and orders are found by SKU where staff search, and an order names the SKU of what was bought', async () => {
  const { id, bySize } = await addBangles({ '2.4': 5, '2.6': 5 });
  const { sku } = bySize['2.6'];
  const placed = await shop.call('POST', '/api/orders', {
    body: {
      customerName: 'Hira Malik',
      customerEmail: 'hira@example.com',
      customerPhone: '03007654321',
      customerAddress: '5 Canal View',
      city: 'Lahore',
      items: [{ productId: id, quantity: 1, selectedSize: '2.6' }],
      totalAmount: 1100,
    },
  });
  expect(placed.json.data?.items).toMatchObject([{ selectedSize: '2.6', sku }]);
  const { orderNumber } = placed.json.data;
  const found = (await shop.staff('POST', '/api/search', { q: sku })).json.data;
  expect(found.products.map((product: any) => product.id)).toEqual([id]);
  expect(found.orders.map((order: any) => order.orderNumber)).toEqual([orderNumber]);
  expect((await shop.staff('GET', `/api/products?search=${sku}`)).json.data.map((product: any) => product.id)).toEqual([id]);
  expect((await shop.staff('GET', `/api/orders?search=${sku}`)).json.data.map((order: any) => order.orderNumber)).toEqual([
    orderNumber,
  ]);
  expect((await shop.staff('GET', `/api/orders/number/${orderNumber}`)).json.data.items[0].sku).toBe(sku);

  await shop.staff('PUT', `/api/products/${id}`, { variants: [{ size: '2.4' }, { size: '2.6', sku: `KADA${sku}` }] });
  expect((await shop.staff('GET', `/api/products?search=KADA${sku}`)).json.data.map((product: any) => product.id)).toEqual([id]);
});

test('the history can be narrowed to one count, and to a purchase order with its deliveries', async () => {
  const { id, bySize } = await addBangles({ '2.4': 5, '2.6': 7 });
  const counted = await count([
    { sku: bySize['2.4'].sku, counted: 3, stockSeen: 5 },
    { sku: bySize['2.6'].sku, counted: 7, stockSeen: 7 },
  ]);
  const items = [{ productId: id, size: '2.4', quantity: 4, unitCost: 100 }];
  const purchase = (await shop.staff('POST', '/api/purchase-orders', { supplierName: 'Beads', items })).json.data;
  const delivery = { items: [{ itemId: purchase.items[0].id, received: 2 }] };
  for (let arrival = 0; arrival < 2; arrival += 1)
    await shop.staff('POST', `/api/purchase-orders/${purchase.id}/receipts`, delivery);

  const booked = async (query: string) => {
    const { json } = await shop.staff('GET', `/api/stock-history?${query}`);
    return [json.pagination.totalItems, json.data.map(({ quantity }: { quantity: number }) => quantity)];
  };
  expect(await booked(`reference=${counted.json.data.countNumber.toLowerCase()}&sortBy=quantity&sortOrder=asc`)).toEqual([
    2,
    [-2, 0],
  ]);
  expect(await booked(`reference=${purchase.orderNumber}&limit=1`)).toEqual([2, [2]]);
  expect(await booked(`reference=${purchase.orderNumber}-R2`)).toEqual([1, [2]]);
  // Neither what begins alike nor what a pattern would match.
  for (const other of [purchase.orderNumber.slice(0, -1), purchase.orderNumber.replace(/\d/g, '_'), '%25'])
    expect(await booked(`reference=${other}`)).toEqual([0, []]);
});
