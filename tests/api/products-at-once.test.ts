import { beforeEach, describe, expect, test } from 'vitest';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const image = '/media/products/pave-eternity-band.webp';
const add = async (fields: Record<string, unknown> = {}) =>
  (await staff('POST', '/api/products', { name: 'Kara', price: 1000, category: 'bracelets', images: [image], ...fields })).json
    .data;
const read = async ({ id }: { id: string }) => (await shop.call('GET', `/api/products/${id}`)).json.data;
const change = (products: { id: string; updatedAt?: string }[], fields: unknown) =>
  staff('PUT', '/api/catalogue/products', { products: products.map(({ id, updatedAt }) => ({ id, updatedAt })), change: fields });
const undo = (undoId: string) => staff('POST', '/api/catalogue/products/undo', { undoId });
const refusals = (outcomes: { refusal: { code: string } | null }[]) => outcomes.map(({ refusal }) => refusal?.code ?? null);

let products: any[];
beforeEach(async () => {
  products = [await add({ price: 999 }), await add({ price: 1490, isNew: true }), await add({ price: 20 })];
});

describe('one change for many products', () => {
  test('is made where it can be; the others are reported with the reason and do not change', async () => {
    const [first, edited, gone] = products;
    await staff('PUT', `/api/products/${edited.id}`, { name: 'Edited' });
    await staff('DELETE', `/api/products/${gone.id}`);
    const { status, json } = await change(products, { category: 'rings', isFeatured: true, isAvailable: false });
    expect(status).toBe(200);
    expect(json.data.outcomes).toMatchObject([
      { id: first.id, refusal: null },
      { id: edited.id, refusal: { code: 'edited_meanwhile' } },
      { id: gone.id, refusal: { code: 'product_not_found', message: 'Product not found' } },
    ]);
    expect(await read(first)).toMatchObject({
      category: 'rings',
      isFeatured: true,
      isAvailable: false,
      isNew: false,
      price: 999,
    });
    expect(await read(edited)).toMatchObject({ category: 'bracelets', isFeatured: false });
  });

  test.each([
    [{ set: 750 }, [750, 750, 750]],
    [{ percent: 10 }, [1098.9, 1639, 22]],
    [{ percent: -15, roundTo: 50 }, [850, 1250, 50]],
    [{ percent: 7.5, roundTo: 1 }, [1074, 1602, 22]],
  ])('computes each price on the server: %j', async (price, prices) => {
    expect(refusals((await change(products, { price })).json.data.outcomes)).toEqual([null, null, null]);
    expect((await Promise.all(products.map(read))).map((product) => product.price)).toEqual(prices);
  });

  test('sets facts, and adds or takes off occasions beside those that a piece has; both are undone', async () => {
    const both = await add({ occasions: ['gift', 'mehndi'], care: 'Keep it dry' });
    const none = await add();
    const { undoId, outcomes } = (
      await change([both, none], { occasions: { add: ['eid'] }, plating: 'Gold', isNickelFree: false, care: 'Wipe it' })
    ).json.data;
    expect(refusals(outcomes)).toEqual([null, null]);
    const shared = { plating: 'Gold', isNickelFree: false, care: 'Wipe it' };
    expect(await read(both)).toMatchObject({ ...shared, occasions: ['mehndi', 'eid', 'gift'] });
    expect(await read(none)).toMatchObject({ ...shared, occasions: ['eid'] });
    await undo(undoId);
    expect(await read(both)).toMatchObject({ care: 'Keep it dry', isNickelFree: null, occasions: ['mehndi', 'gift'] });

    const [now] = [await read(both)];
    await change([now], { occasions: { remove: ['gift', 'eid'] } });
    expect((await read(both)).occasions).toEqual(['mehndi']);
    // What a piece has already makes no new version.
    const { updatedAt } = await read(both);
    await change([await read(both)], { occasions: { add: ['mehndi'] } });
    expect((await read(both)).updatedAt).toBe(updatedAt);
  });

  test('refuses a price that is not below the original one, or more than the shop can ask, product by product', async () => {
    const sale = await add({ price: 900, originalPrice: 1000 });
    const dear = await add({ price: 9_000_000 });
    const { outcomes } = (await change([sale, dear, products[0]], { price: { percent: 20 } })).json.data;
    expect(outcomes.map(({ refusal }: any) => refusal?.message)).toEqual([
      'The new price of 1080.00 would not be below the original price of 1000.00',
      'The new price would be 10800000.00',
      undefined,
    ]);
    expect((await read(sale)).price).toBe(900);
  });

  test('archives', async () => {
    await staff('PUT', `/api/products/${products[2].id}`, { material: 'Brass' });
    const seen = products.map(({ id, updatedAt }) => ({ id, updatedAt }));
    const { json } = await staff('POST', '/api/catalogue/products/archive', { products: seen });
    expect(refusals(json.data)).toEqual([null, null, 'edited_meanwhile']);
    expect((await shop.call('GET', `/api/products/${products[0].id}`)).status).toBe(404);
  });

  test.each([{}, { archive: true }, { price: { percent: 10, set: 5 } }, { price: { set: 0 } }, { price: { percent: -100 } }])(
    'that makes no sense is refused as a whole: %j',
    async (fields) => {
      expect((await change(products, fields)).status).toBe(422);
    },
  );

  test('into a category that does not exist is refused as a whole', async () => {
    const { status, json } = await change(products, { category: 'nowhere' });
    expect([status, json.errors]).toEqual([422, [{ path: 'category', message: 'There is no such category' }]]);
  });

  test('works for hundreds in one request', async () => {
    await shop.rows(`insert into products (name, category, price, images)
      select 'Many ' || n, 'rings', 100 + n, array['${image}'] from generate_series(1, 312) n returning id`);
    const many = await shop.rows(`select id from products where name like 'Many %'`);
    const { outcomes } = (await change(many, { price: { percent: 10, roundTo: 50 } })).json.data;
    expect(outcomes).toHaveLength(312);
    expect(new Set(refusals(outcomes))).toEqual(new Set([null]));
    expect(await shop.rows(`select count(*)::integer as odd from products where name like 'Many %' and price % 50 <> 0`)).toEqual(
      [{ odd: 0 }],
    );
  });
});

describe('undoing it', () => {
  test('puts prices, flags and category back, except where somebody edited since', async () => {
    const { undoId } = (await change(products, { price: { percent: 50 }, isNew: true, category: 'rings' })).json.data;
    const edited = products[2];
    await staff('PUT', `/api/products/${edited.id}`, { material: 'Brass' });
    const { status, json } = await undo(undoId);
    expect(status).toBe(200);
    expect(new Map(json.data.map(({ id, refusal }: any) => [id, refusal?.code ?? null]))).toEqual(
      new Map([
        [products[0].id, null],
        [products[1].id, null],
        [edited.id, 'edited_meanwhile'],
      ]),
    );
    for (const before of products.slice(0, 2)) expect(await read(before)).toEqual({ ...before, updatedAt: expect.any(String) });
    expect(await read(edited)).toMatchObject({ price: 30, category: 'rings' });
  });

  test('works once, and not after its time', async () => {
    const { undoId } = (await change(products, { isFeatured: true })).json.data;
    await undo(undoId);
    expect((await undo(undoId)).json).toMatchObject({ code: 'undo_expired' });

    const late = (
      await change(
        products.map(({ id }) => ({ id })),
        { isFeatured: true },
      )
    ).json.data;
    await shop.rows(
      `update shop.bulk_changes set created_at = now() - interval '91 seconds' where id = '${late.undoId}' returning id`,
    );
    expect((await undo(late.undoId)).status).toBe(404);
    expect((await read(products[0])).isFeatured).toBe(true);
  });

  test('has nothing to do for a product that was so already', async () => {
    const { undoId } = (await change(products, { isNew: true })).json.data;
    expect((await undo(undoId)).json.data.map(({ id }: any) => id).toSorted()).toEqual(
      [products[0].id, products[2].id].toSorted(),
    );
    expect((await read(products[1])).updatedAt).toBe(products[1].updatedAt);
  });
});
