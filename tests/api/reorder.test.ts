import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { RING } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const [variant] = await shop.rows(`select id from product_variants where product_id = '${RING.id}' and archived_at is null`);

const press = (lines: unknown[], key = randomUUID()) =>
  shop.call('POST', '/api/purchase-orders/reorders', {
    token: shop.token,
    body: { lines },
    headers: { 'Idempotency-Key': key },
  });

test('what is missing is said at its field, and a press makes its purchase order once', async () => {
  const line = { variantId: variant.id, quantity: 3 };
  const pathsOf = async (lines: unknown[]) => {
    const { status, json } = await press(lines);
    expect(status).toBe(422);
    return json.errors.map(({ path }: { path: string }) => path);
  };
  expect(await pathsOf([])).toEqual(['lines']);
  expect(await pathsOf([line, line])).toEqual(['lines']);
  expect(await pathsOf([{ ...line, quantity: 0 }])).toEqual(['lines.0.quantity']);
  expect(await pathsOf([line])).toEqual(['lines.0.supplierName', 'lines.0.unitCost']);
  expect(await pathsOf([{ ...line, variantId: 'f'.repeat(24), supplierName: 'Beads', unitCost: 1 }])).toEqual([
    'lines.0.variantId',
  ]);

  const key = randomUUID();
  const typed = [{ ...line, supplierName: 'Karachi Beads', unitCost: 450.5 }];
  const made = await press(typed, key);
  expect(made.status).toBe(201);
  expect(made.json.data).toMatchObject([
    {
      supplierName: 'Karachi Beads',
      status: 'pending',
      totalAmount: 1351.5,
      items: [{ productId: RING.id, quantity: 3, unitCost: 450.5 }],
    },
  ]);
  expect((await press(typed, key)).json.data[0].orderNumber).toBe(made.json.data[0].orderNumber);
  expect((await press([{ ...line, quantity: 4 }], key)).json.code).toBe('idempotency_mismatch');
  // From now on the shop knows both.
  expect((await press([line])).json.data[0]).toMatchObject({ supplierName: 'Karachi Beads', totalAmount: 1351.5 });
});

test('only whoever buys stock reads the list or orders from it', async () => {
  const { status, json } = await shop.staff('GET', '/api/analytics/reorder');
  expect(status).toBe(200);
  expect(json.pagination).toMatchObject({ page: 1 });
  expect((await shop.call('GET', '/api/analytics/reorder')).status).toBe(401);
  expect((await shop.call('POST', '/api/purchase-orders/reorders', { body: { lines: [] } })).status).toBe(401);
});
