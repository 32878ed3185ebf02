import { describe, expect, test } from 'vitest';
import { isAutomaticSku, skuOfPair } from '#admin/screens/products/catalogue/counted-choices.ts';
import { orderFor } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

let number = 0;
const add = async (changes: Record<string, unknown> = {}) => {
  number += 1;
  const body = {
    name: `Bangle ${number}`,
    price: 4000,
    category: 'rings',
    images: ['/media/products/pave-eternity-band.webp'],
    ...changes,
  };
  return staff('POST', '/api/products', body);
};
/** Counted by size: 3 pieces of 2.4, none of 2.6, 2 of 2.10. */
const addBangle = async () => {
  const variants = [
    { size: '2.4', stockQuantity: 3 },
    { size: '2.6', stockQuantity: 0 },
    { size: '2.10', stockQuantity: 2 },
  ];
  return (await add({ sizes: ['2.4', '2.6', '2.10'], colors: ['Gold', 'Silver'], variants })).json.data;
};
const edit = (product: { id: string }, fields: unknown) => staff('PUT', `/api/products/${product.id}`, fields);
const read = async ({ id }: { id: string }) => (await shop.call('GET', `/api/products/${id}`)).json.data;
const stockBySize = async (product: { id: string }) =>
  Object.fromEntries((await read(product)).variants.map(({ size, stockQuantity }: any) => [size, stockQuantity]));
const order = (product: { id: string }, choice: object, quantity = 1) =>
  shop.call('POST', '/api/orders', {
    body: orderFor([{ productId: product.id, quantity, ...choice }], 4000 * quantity, {
      customerAddress: `House ${++number}, Lahore`,
    }),
  });
const adjust = (product: { id: string }, changes: object) =>
  staff('POST', '/api/stock-history/adjust', { productId: product.id, transactionType: 'purchase', quantity: 1, ...changes });
const fieldsOf = ({ status, json }: { status: number; json: any }) => [
  status,
  json.errors?.map(({ path }: { path: string }) => path),
];

test('the product form makes up the SKUs of choices by the rule of the shop', async () => {
  const [colors, sizes] = [
    ['Gold', 'Rose Gold', 'Aqua', 'سنہری', 'Nº 5'],
    ['2.10', 'Extra Large'],
  ];
  const pairs = colors.flatMap((color) => sizes.map((size) => ({ color, size })));
  const { variants } = (await add({ colors, sizes, variants: pairs.map((pair) => ({ ...pair, stockQuantity: 1 })) })).json.data;
  const [stem = ''] = /^[A-Z]+-\d+/.exec(variants[0].sku) ?? [];
  expect(isAutomaticSku(stem)).toBe(true);
  for (const { sku, ...pair } of variants) expect(sku, JSON.stringify(pair)).toBe(skuOfPair(stem, pair));
});

describe('a product counted by size', () => {
  test('shows its variants in the order in which it offers the sizes, everywhere products are shown', async () => {
    const bangle = await addBangle();
    expect(bangle).toMatchObject({ stockQuantity: 5, inStock: true, sku: null });
    expect(bangle.variants).toMatchObject([
      { color: '', size: '2.4', stockQuantity: 3, inStock: true },
      { color: '', size: '2.6', stockQuantity: 0, inStock: false },
      { color: '', size: '2.10', stockQuantity: 2, inStock: true },
    ]);
    expect(bangle.variants.map(({ sku }: { sku: string }) => sku.replace(/\d{4}/, 'n'))).toEqual([
      'RNG-n-24',
      'RNG-n-26',
      'RNG-n-210',
    ]);

    const { variants } = bangle;
    expect((await read(bangle)).variants).toEqual(variants);
    for (const list of [
      '/api/products',
      '/api/products/category/rings',
      `/api/products/search?q=${encodeURIComponent(bangle.name)}`,
      '/api/products?sortBy=sold&limit=100',
    ]) {
      const { json } = await shop.call('GET', list);
      expect(json.data.find(({ id }: { id: string }) => id === bangle.id)?.variants, list).toEqual(variants);
    }
  });

  test('is sold by size: what is short is named, and what lacks a size is refused at its field', async () => {
    const bangle = await addBangle();
    expect((await order(bangle, { selectedSize: '2.4', selectedColor: 'Gold' }, 2)).status).toBe(201);
    expect(await stockBySize(bangle)).toEqual({ '2.4': 1, '2.6': 0, '2.10': 2 });

    const short = await order(bangle, { selectedSize: '2.4' }, 2);
    const items = [{ productId: bangle.id, name: bangle.name, requested: 2, available: 1, size: '2.4' }];
    expect(short).toMatchObject({ status: 409, json: { code: 'out_of_stock', details: { items } } });
    const unclear = await order(bangle, { selectedColor: 'Gold' });
    expect(unclear).toMatchObject({ status: 422, json: { code: 'choice_required', message: `Choose a size of ${bangle.name}` } });
    expect(unclear.json.details?.errors ?? unclear.json.errors).toMatchObject([{ path: 'items.0.selectedSize' }]);
    expect((await order(bangle, { selectedSize: '2.8' })).json.code).toBe('choice_unavailable');
    expect(await stockBySize(bangle)).toEqual({ '2.4': 1, '2.6': 0, '2.10': 2 });
  });

  test('is quoted by size; two lines of one size share its pieces', async () => {
    const bangle = await addBangle();
    const line = (selectedSize: string, quantity: number) => ({ productId: bangle.id, quantity, selectedSize });
    const { json } = await shop.call('POST', '/api/cart/quote', {
      body: { items: [line('2.4', 2), line('2.4', 2), line('2.6', 1), line('2.10', 1)] },
    });
    expect(json.data.items.map(({ available, quantity }: any) => [available, quantity])).toEqual([
      [3, 2],
      [3, 1],
      [0, 0],
      [2, 1],
    ]);
  });

  test('gets its pieces back where they came from, also when that size is no longer offered', async () => {
    const bangle = await addBangle();
    const { json } = await order(bangle, { selectedSize: '2.10' }, 2);
    expect((await edit(bangle, { sizes: ['2.4', '2.6'] })).status).toBe(200);
    expect((await staff('PUT', `/api/orders/${json.data.id}/status`, { status: 'cancelled' })).status).toBe(200);
    expect(await stockBySize(bangle)).toEqual({ '2.4': 3, '2.6': 0 });
    expect((await read(bangle)).stockQuantity).toBe(3);
    expect((await adjust(bangle, { size: '2.10', transactionType: 'adjustment', quantity: 0 })).json.data).toMatchObject({
      size: '2.10',
      quantity: -2,
      newStock: 3,
    });
  });
});

describe('staff', () => {
  test('change one size by its name or its SKU, and nothing by a guess', async () => {
    const bangle = await addBangle();
    expect((await adjust(bangle, { size: '2.6', quantity: 4 })).json.data).toMatchObject({
      size: '2.6',
      color: '',
      variantStock: 4,
      previousStock: 5,
      newStock: 9,
    });
    const { sku } = bangle.variants[2];
    expect((await adjust(bangle, { sku: sku.toLowerCase() })).json.data).toMatchObject({ size: '2.10', sku, variantStock: 3 });
    expect(fieldsOf(await adjust(bangle, {}))).toEqual([422, ['size']]);
    expect(fieldsOf(await adjust(bangle, { size: '9' }))).toEqual([422, ['size']]);
    expect(fieldsOf(await adjust(bangle, { sku: 'NO-SUCH' }))).toEqual([422, ['sku']]);
    const damage = await adjust(bangle, { size: '2.4', transactionType: 'damage', quantity: 4 });
    expect(damage).toMatchObject({ status: 409, json: { code: 'not_enough_stock', details: { available: 3, size: '2.4' } } });
    const { json } = await staff('GET', `/api/stock-history/product/${bangle.id}`);
    expect(json.data.slice(0, 2).map(({ size, variantStock }: any) => [size, variantStock])).toEqual([
      ['2.10', 3],
      ['2.6', 4],
    ]);
  });

  test('edit pieces of a size over what they saw, and keep those they do not mention', async () => {
    const bangle = await addBangle();
    await order(bangle, { selectedSize: '2.4' });
    const variants = [{ size: '2.4', stockQuantity: 9, stockSeen: 3 }, { size: '2.6' }, { size: '2.10' }];
    expect(await edit(bangle, { variants })).toMatchObject({
      status: 409,
      json: { code: 'stock_moved', details: { size: '2.4', stockQuantity: 2 } },
    });
    expect(
      (await edit(bangle, { variants: [{ size: '2.4', stockQuantity: 9, stockSeen: 2 }, { size: '2.6' }, { size: '2.10' }] }))
        .status,
    ).toBe(200);
    expect(await stockBySize(bangle)).toEqual({ '2.4': 9, '2.6': 0, '2.10': 2 });
  });

  test('cannot take off a size that has pieces, in whatever way', async () => {
    const bangle = await addBangle();
    for (const fields of [{ sizes: ['2.6', '2.10'] }, { variants: [{ size: '2.6' }, { size: '2.10' }] }])
      expect(await edit(bangle, fields)).toMatchObject({
        status: 409,
        json: { code: 'choice_in_stock', details: { variants: [{ size: '2.4', stockQuantity: 3 }] } },
      });
    expect((await edit(bangle, { sizes: ['2.4', '2.10'] })).json.data.variants).toHaveLength(2);
  });

  test('count a product by size and as a whole again, each in one save', async () => {
    const { json } = await add({ sizes: ['S', 'L'], stockQuantity: 10 });
    const product = json.data;
    expect(product).toMatchObject({ variants: [], sku: expect.stringMatching(/^RNG-\d{4}$/), stockQuantity: 10 });
    expect(fieldsOf(await edit(product, { variants: [{ size: 'S' }] }))).toEqual([422, ['variants.0.stockQuantity']]);
    const split = {
      variants: [
        { size: 'S', stockQuantity: 4 },
        { size: 'L', stockQuantity: 5 },
      ],
    };
    expect((await edit(product, split)).json.data).toMatchObject({ stockQuantity: 9, sku: null });
    expect((await edit(product, { variants: [] })).json.data).toMatchObject({ stockQuantity: 9, variants: [], sku: product.sku });
    const history = (await staff('GET', `/api/stock-history/product/${product.id}`)).json.data;
    expect(
      history
        .map(({ size, quantity }: any) => [size, quantity])
        .toReversed()
        .slice(0, 4),
    ).toEqual([
      ['', 10],
      ['', -10],
      ['S', 4],
      ['L', 5],
    ]);
    expect(history).toHaveLength(7);
  });

  test('who typed a total that the sizes do not have are told at its field; the right one is taken', async () => {
    const bangle = await addBangle();
    expect(fieldsOf(await edit(bangle, { stockQuantity: 6 }))).toEqual([422, ['stockQuantity']]);
    expect((await edit(bangle, { stockQuantity: 5, price: 4100 })).json.data).toMatchObject({ price: 4100, stockQuantity: 5 });
    const variants = [{ size: '2.4', stockQuantity: 1 }];
    expect(fieldsOf(await add({ sizes: ['2.4'], variants, stockQuantity: 2 }))).toEqual([422, ['stockQuantity']]);
  });

  test.each([
    ['a size that is not offered', [{ size: '2.8', stockQuantity: 1 }], 'variants.0.size'],
    [
      'a size twice',
      [
        { size: '2.4', stockQuantity: 1 },
        { size: '2.4', stockQuantity: 1 },
      ],
      'variants.1.size',
    ],
    [
      'sizes and a color',
      [
        { size: '2.4', stockQuantity: 1 },
        { size: '2.6', color: 'Gold', stockQuantity: 1 },
      ],
      'variants.1.color',
    ],
    ['neither size nor color', [{ stockQuantity: 1 }], 'variants.0.size'],
    ['a SKU with a space', [{ size: '2.4', stockQuantity: 1, sku: 'BNG 1' }], 'variants.0.sku'],
    ['half a piece', [{ size: '2.4', stockQuantity: 0.5 }], 'variants.0.stockQuantity'],
  ])('who count by %s are told at that field', async (_, variants, field) => {
    expect(fieldsOf(await add({ sizes: ['2.4', '2.6'], colors: ['Gold'], variants }))).toEqual([422, [field]]);
  });

  test('give SKUs, which no two pieces share', async () => {
    const bangle = await addBangle();
    const taken = bangle.variants[0].sku;
    const other = (await add({ sku: `own-${bangle.id.slice(-6)}` })).json.data;
    expect(other.sku).toBe(`OWN-${bangle.id.slice(-6).toUpperCase()}`);
    expect(fieldsOf(await edit(other, { sku: taken }))).toEqual([422, ['sku']]);
    expect(fieldsOf(await add({ sizes: ['S'], variants: [{ size: 'S', stockQuantity: 0, sku: taken }] }))).toEqual([
      422,
      ['variants.0.sku'],
    ]);
  });

  test('order from suppliers by size, receive that size, and take it back', async () => {
    const bangle = await addBangle();
    const purchase = (line: object) =>
      staff('POST', '/api/purchase-orders', {
        supplierName: 'Beads',
        items: [{ productId: bangle.id, quantity: 5, unitCost: 100, ...line }],
      });
    expect(fieldsOf(await purchase({}))).toEqual([422, ['items.0.size']]);
    const { json } = await purchase({ sku: bangle.variants[1].sku });
    const [item] = json.data.items;
    expect(item).toMatchObject({ size: '2.6', color: '', sku: bangle.variants[1].sku });

    const deliveries = `/api/purchase-orders/${json.data.id}/receipts`;
    await staff('POST', deliveries, { items: [{ itemId: item.id, received: 5, damaged: 1 }] });
    expect(await stockBySize(bangle)).toEqual({ '2.4': 3, '2.6': 4, '2.10': 2 });
    const [delivery] = (await staff('GET', deliveries)).json.data;
    await order(bangle, { selectedSize: '2.6' });
    expect(await staff('DELETE', `${deliveries}/${delivery.id}`)).toMatchObject({
      status: 409,
      json: { code: 'not_enough_stock' },
    });
    await adjust(bangle, { size: '2.6' });
    expect((await staff('DELETE', `${deliveries}/${delivery.id}`)).status).toBe(200);
    expect(await stockBySize(bangle)).toEqual({ '2.4': 3, '2.6': 0, '2.10': 2 });
  });
});

test('a client that knows nothing of variants adds, edits, sells, adjusts and orders a product with sizes as before', async () => {
  const { json } = await add({ sizes: ['S', 'L'], colors: ['Gold'] });
  const product = json.data;
  expect(product.stockQuantity).toBe(10);
  expect((await edit(product, { stockQuantity: 4, stockSeen: 10 })).json.data.stockQuantity).toBe(4);
  expect((await order(product, { selectedSize: 'S', selectedColor: 'Gold' })).status).toBe(201);
  expect((await order(product, {})).status).toBe(201);
  expect((await adjust(product, {})).json.data).toMatchObject({ newStock: 3 });
  const items = [{ productId: product.id, quantity: 2, unitCost: 100 }];
  const purchase = (await staff('POST', '/api/purchase-orders', { supplierName: 'Beads', items })).json.data;
  await staff('PUT', `/api/purchase-orders/${purchase.id}/status`, { status: 'received' });
  expect((await edit(product, { sizes: ['S'] })).json.data).toMatchObject({ stockQuantity: 5, variants: [] });
});

test('pieces that came back to a size no longer offered are neither doubled nor lost when the product is edited or counted as a whole', async () => {
  const bangle = await addBangle();
  const { json } = await order(bangle, { selectedSize: '2.10' }, 2);
  await edit(bangle, { sizes: ['2.4', '2.6'] });
  await staff('PUT', `/api/orders/${json.data.id}/status`, { status: 'cancelled' });
  expect((await edit(bangle, { variants: [] })).json.data).toMatchObject({ stockQuantity: 5, variants: [] });
  expect((await order(bangle, {}, 5)).status).toBe(201);
});

describe('pieces of a choice that is no longer offered', () => {
  const leftOver = async (product: any) =>
    (await staff('GET', '/api/products/left-over?limit=100')).json.data
      .filter(({ productId }: any) => productId === product.id)
      .map(({ size, stockQuantity }: any) => [size, stockQuantity]);
  const comeBack = async ({ json }: any) => staff('PUT', `/api/orders/${json.data.id}/status`, { status: 'cancelled' });

  test('do not make the product in stock, are listed, and are for sale again with their choice', async () => {
    const bangle = await addBangle();
    const twoTen = await order(bangle, { selectedSize: '2.10' }, 2);
    const others = await order(bangle, { selectedSize: '2.4' }, 3);
    expect(others.status).toBe(201);
    await edit(bangle, { sizes: ['2.4', '2.6'] });
    await comeBack(twoTen);
    expect(await read(bangle)).toMatchObject({ stockQuantity: 0, inStock: false });
    expect(await leftOver(bangle)).toEqual([['2.10', 2]]);
    const { json } = await edit(bangle, {
      sizes: ['2.4', '2.6', '2.10'],
      variants: [{ size: '2.4' }, { size: '2.6' }, { size: '2.10' }],
    });
    expect(json.data).toMatchObject({ stockQuantity: 2, inStock: true });
    expect(await leftOver(bangle)).toEqual([]);
  });

  test('are booked out by their SKU', async () => {
    const bangle = await addBangle();
    const sold = await order(bangle, { selectedSize: '2.10' }, 2);
    const { sku } = bangle.variants.find(({ size }: any) => size === '2.10');
    await edit(bangle, { sizes: ['2.4', '2.6'] });
    await comeBack(sold);
    const adjustment = { productId: bangle.id, sku, transactionType: 'adjustment', quantity: 0 };
    expect((await staff('POST', '/api/stock-history/adjust', adjustment)).status).toBe(201);
    expect([await leftOver(bangle), (await read(bangle)).stockQuantity]).toEqual([[], 3]);
  });

  test('of a product that was counted as a whole are left over, too', async () => {
    const ring = (await add({ stockQuantity: 2 })).json.data;
    const sold = await order(ring, {}, 2);
    expect(sold.status).toBe(201);
    await edit(ring, {
      sizes: ['6', '7'],
      variants: [
        { size: '6', stockQuantity: 0 },
        { size: '7', stockQuantity: 0 },
      ],
    });
    await comeBack(sold);
    expect(await read(ring)).toMatchObject({ stockQuantity: 0, inStock: false });
    expect(await leftOver(ring)).toEqual([['', 2]]);
  });
});

test('a stock typed while a product goes from choices to a whole is refused when pieces were sold meanwhile, and saved over the stock of now', async () => {
  const bangle = await addBangle();
  await order(bangle, { selectedSize: '2.4' });
  const whole = (stockSeen: number) => edit(bangle, { variants: [], stockQuantity: 9, stockSeen });
  expect(await whole(5)).toMatchObject({ status: 409, json: { code: 'stock_moved', details: { stockQuantity: 4 } } });
  expect((await whole(4)).json.data).toMatchObject({ stockQuantity: 9, variants: [] });
});

test('a new product has the variants it came with and no other', async () => {
  const bangle = await addBangle();
  const rows = await shop.rows(`select size, archived_at from product_variants where product_id = '${bangle.id}' order by size`);
  expect(rows).toEqual(['2.10', '2.4', '2.6'].map((size) => ({ size, archived_at: null })));
  const history = await shop.rows(
    `select quantity, new_stock, notes from stock_history where product_id = '${bangle.id}' order by sequence`,
  );
  expect(history).toEqual([
    { quantity: 3, new_stock: 3, notes: 'Opening stock' },
    { quantity: 2, new_stock: 5, notes: 'Opening stock' },
  ]);
});
