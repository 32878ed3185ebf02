import { beforeAll, describe, expect, test } from 'vitest';
import { orderFor, PENDANT, RING } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const ring = { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size };
const pendant = { productId: PENDANT.id, quantity: 1 };
const orders: Record<string, any> = {};

const place = async (items: object[], total: number, changes: object) =>
  (await shop.call('POST', '/api/orders', { body: orderFor(items as never, total, changes as never) })).json.data;
const search = async (q: string) => (await staff('POST', '/api/search', { q })).json.data;

beforeAll(async () => {
  orders.sana = await place([ring], 2050, {
    customerName: 'Sana Mir Khan',
    customerEmail: 'sana.mir@wool.example',
    customerPhone: '0321 7654321',
  });
  orders.omar = await place([pendant], 1550, {
    customerName: 'Omar Khan',
    customerEmail: 'omar_k@silk.example',
    customerPhone: '+447911123456',
  });
  orders.parcel = (
    await staff('POST', '/api/shipments', { orderId: orders.omar.id, carrier: 'TCS', trackingNumber: 'tcs-4471-009' })
  ).json.data;
  const items = [{ productId: RING.id, productName: RING.name, quantity: 2, unitCost: 500 }];
  orders.purchase = (await staff('POST', '/api/purchase-orders', { supplierName: 'Karachi Beads', items })).json.data;
});

const wanted: [what: string, typed: () => string, who: string[]][] = [
  ['its number', () => orders.sana.orderNumber, ['sana']],
  ['its number without letters', () => orders.sana.orderNumber.slice(4), ['sana']],
  ['its number in lower case', () => orders.omar.orderNumber.toLowerCase(), ['omar']],
  ['a name', () => 'sana mir', ['sana']],
  ['words of a name in any order', () => 'KHAN sana', ['sana']],
  ['a name that two have, the newest first', () => 'khan', ['omar', 'sana']],
  ['part of an e-mail address', () => 'mir@wool', ['sana']],
  ['part of an e-mail address that begins inside a word', () => 'mar_k@silk', ['omar']],
  ['the end of an e-mail address', () => '@wool.example', ['sana']],
  ['no other sign in the place of one that means something in a pattern', () => 'sana_mir@wool', []],
  ['a phone as it is dialled', () => '03217654321', ['sana']],
  ['a phone with spaces', () => '0321 765 4321', ['sana']],
  ['a phone with its country', () => '+92 321-7654321', ['sana']],
  ['a phone with two zeros', () => '0092 3217654321', ['sana']],
  ['the end of a phone', () => '54321', ['sana']],
  ['part of a phone in Urdu digits', () => '۰۳۲۱ ۷۶۵', ['sana']],
  ['a foreign phone', () => '+44 7911 123456', ['omar']],
  ['a tracking number, whole', () => 'TCS-4471-009', ['omar']],
  ['the beginning of a tracking number', () => 'tcs-44', ['omar']],
  ['a product', () => 'rose gold halo', ['sana']],
  ['a product and a name', () => 'ring sana', ['sana']],
  ['nothing that is known', () => 'zzxxyy', []],
  ['signs alone', () => '%_', []],
];

test.each(wanted)('orders are found by %s', async (_, typed, who) => {
  const ids = who.map((name) => orders[name].id);
  expect((await search(typed())).orders.map(({ id }: { id: string }) => id)).toEqual(ids);
  const list = await staff('GET', `/api/orders?search=${encodeURIComponent(typed())}`);
  expect(list.json.data.map(({ id }: { id: string }) => id)).toEqual(ids);
  expect(list.json.pagination.totalItems).toBe(ids.length);
});

describe('the same search', () => {
  test('finds customers by name, by a phone in any spelling and by the number of an order', async () => {
    for (const typed of ['sana mir', '+92 321-765', orders.sana.orderNumber, 'mir@wool']) {
      expect((await search(typed)).customers).toMatchObject([
        { name: 'Sana Mir Khan', phones: ['+923217654321'], record: { orders: 1 } },
      ]);
    }
    expect((await search('khan')).customers.map(({ name }: { name: string }) => name)).toEqual(['Omar Khan', 'Sana Mir Khan']);
    expect((await search('%_')).customers).toEqual([]);
  });

  test('finds products by the beginnings of words of their names', async () => {
    const { products } = await search('ruby hea');
    expect(products[0]).toMatchObject({ id: PENDANT.id, name: PENDANT.name, price: PENDANT.price });
  });

  test('finds shipments by number and by tracking number', async () => {
    for (const typed of [orders.parcel.shipmentNumber, 'TCS-4471']) {
      expect((await search(typed)).shipments).toMatchObject([
        { shipmentNumber: orders.parcel.shipmentNumber, orderNumber: orders.omar.orderNumber, trackingNumber: 'tcs-4471-009' },
      ]);
    }
  });

  test('finds purchase orders by number and by supplier', async () => {
    for (const typed of [orders.purchase.orderNumber, 'karachi']) {
      expect((await search(typed)).purchaseOrders).toMatchObject([{ id: orders.purchase.id, supplierName: 'Karachi Beads' }]);
    }
  });

  test('narrows a list together with its other filters', async () => {
    const both = await staff('GET', '/api/orders?search=khan&status=delivered');
    expect(both.json.pagination.totalItems).toBe(0);
  });

  test('does not find what was deleted', async () => {
    const gone = await place([ring], 2050, { customerName: 'Gone Girl' });
    expect((await search('gone girl')).orders).toHaveLength(1);
    await staff('DELETE', `/api/orders/${gone.id}`);
    expect((await search('gone girl')).orders).toEqual([]);
    expect((await search(gone.orderNumber)).orders).toEqual([]);
  });
});
