import { expect, test } from 'vitest';
import { orderFor, PENDANT } from '#tests/setup/samples/products.ts';
import { signInAs } from '#tests/setup/samples/staff.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;
await staff('POST', '/api/stock-history/adjust', { productId: PENDANT.id, quantity: 2_000, transactionType: 'purchase' });

let placed = 0;
async function placeOrder(): Promise<string> {
  placed += 1;
  const { json } = await staff('POST', '/api/orders/by-staff', {
    ...orderFor([{ productId: PENDANT.id, quantity: 1 }], 1550, {
      customerPhone: `0300 12${10_000 + placed}`,
      customerAddress: `House ${placed}`,
    }),
    customerEmail: '',
    source: 'whatsapp',
  });
  return json.data.id;
}

const exported = async (list: string) => (await staff('GET', `/api/exports/${list}`)).json;
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

test('orders that arrive while a list is exported double none of its rows and lose none', async () => {
  const before: string[] = [];
  for (let count = 0; count < 130; count += 1) before.push(await placeOrder());
  let isOver = false;
  const arriving = (async () => {
    while (!isOver) await placeOrder();
  })();
  for (let run = 0; run < 5; run += 1) {
    const { data, pagination } = await exported('orders');
    const ids = idsOf(data);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(pagination.totalItems);
    expect(ids).toEqual(expect.arrayContaining(before));
  }
  isOver = true;
  await arriving;
});

test('an export has the rows of its list, as it is filtered and sorted', async () => {
  const list = await staff('GET', '/api/orders?sortBy=orderNumber&sortOrder=asc&status=pending&limit=100');
  const whole = await exported('orders?sortBy=orderNumber&sortOrder=asc&status=pending');
  expect(whole.data.slice(0, 100)).toEqual(list.json.data);
  expect(whole.data).toHaveLength(list.json.pagination.totalItems);
  const lists = [
    'products',
    'products/stock',
    'payments',
    'shipments',
    'returns',
    'stock-history',
    'purchase-orders',
    'newsletter',
  ];
  for (const name of lists) {
    const { data, pagination } = (await staff('GET', `/api/${name}?page=1&limit=100`)).json;
    const { data: all, pagination: counted } = await exported(name);
    expect([name, all.slice(0, 100), counted.totalItems]).toEqual([name, data, pagination.totalItems]);
    expect(all).toHaveLength(counted.totalItems);
  }
});

test('an export is packed for whoever unpacks it, and reads the same', async () => {
  const headers = { 'Accept-Encoding': 'gzip', Authorization: `Bearer ${shop.token}` };
  const packed = await shop.ask(new Request('http://shop.test/api/exports/newsletter', { headers }));
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  const unpacked = packed.body?.pipeThrough(new DecompressionStream('gzip'));
  expect(await new Response(unpacked).json()).toMatchObject({ success: true, data: [] });
});

test('each export is noted as one, and somebody who may not take lists out is refused, which is noted', async () => {
  await exported('orders');
  const [latest] = (await staff('GET', '/api/audit-log?kind=export')).json.data;
  expect(latest).toMatchObject({ kind: 'export', operation: 'GET /api/exports/orders', isRefused: false });
  const packer = await signInAs(shop, 'packer');
  expect(await shop.call('GET', '/api/exports/orders', { token: packer })).toMatchObject({
    status: 403,
    json: { code: 'not_allowed', details: { right: 'export' } },
  });
  const [refused] = (await staff('GET', '/api/audit-log?kind=export')).json.data;
  expect(refused).toMatchObject({ operation: 'GET /api/exports/orders', isRefused: true });
});
