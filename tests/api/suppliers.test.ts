import { expect, test } from 'vitest';
import { RING } from '#tests/setup/samples/products.ts';
import { signInAs } from '#tests/setup/samples/staff.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const items = [{ productId: RING.id, quantity: 4, unitCost: 250 }];
const { data: purchase } = (
  await staff('POST', '/api/purchase-orders', { supplierName: 'Karachi Beads', supplierPhone: '0300 1112233', items })
).json;
await staff('PUT', `/api/purchase-orders/${purchase.id}/status`, { status: 'received' });
const supplier = `/api/suppliers/${purchase.supplierId}`;

test('a purchase order makes its supplier, who is listed with what is owed and shown with prices paid before', async () => {
  const { json } = await staff('GET', '/api/suppliers?name=beads&state=owed');
  expect(json.data).toMatchObject([{ name: 'Karachi Beads', phone: '+923001112233', owed: 1000, overdue: 0 }]);
  expect((await staff('GET', supplier)).json.data).toMatchObject({
    received: 1000,
    orders: [{ orderNumber: purchase.orderNumber, value: 1000 }],
    prices: [{ productId: RING.id, last: 250, lowest: 250 }],
  });
});

test('what is paid is owed no more, is among the payments, and is owed again when it is taken back', async () => {
  const body = { amount: 1000, method: 'raast', reference: 'FT-77', owedSeen: 1000 };
  const paid = await staff('POST', `${supplier}/payments`, body);
  expect([paid.status, paid.json.data]).toMatchObject([
    201,
    { owed: 0, payments: [{ kind: 'supplier_paid', supplier: 'Karachi Beads' }] },
  ]);
  expect((await staff('POST', `${supplier}/payments`, body)).json.code).toBe('edited_meanwhile');
  const { id } = paid.json.data.payments[0];
  expect((await staff('GET', '/api/payments?kind=supplier_paid')).json.data).toMatchObject([{ id, amount: 1000 }]);
  expect((await staff('POST', `/api/payments/${id}/reversal`, { reason: 'The wrong supplier' })).status).toBe(201);
  expect((await staff('GET', supplier)).json.data).toMatchObject({ owed: 1000, paid: 0 });
});

test('fields are refused one by one, and a supplier that there is not', async () => {
  const wrong = await staff('POST', `${supplier}/payments`, { amount: 0, method: 'store_credit' });
  expect([wrong.status, wrong.json.errors.map(({ path }: { path: string }) => path).toSorted()]).toEqual([
    422,
    ['amount', 'method'],
  ]);
  expect((await staff('PUT', supplier, { terms: -1 })).status).toBe(422);
  for (const answer of [
    await staff('GET', '/api/suppliers/0123456789abcdef01234567'),
    await staff('PUT', '/api/suppliers/0123456789abcdef01234567', { terms: 7 }),
    await staff('POST', '/api/suppliers/0123456789abcdef01234567/payments', { amount: 1, method: 'cash' }),
  ])
    expect([answer.status, answer.json.code]).toEqual([404, 'supplier_not_found']);
});

test('the desk learns nothing of suppliers, and whoever orders from them books no payment', async () => {
  const desk = await signInAs(shop, 'desk');
  expect((await shop.call('GET', supplier, { token: desk })).status).toBe(403);
  expect((await shop.call('GET', '/api/payments?kind=supplier_paid', { token: desk })).json.data).toEqual([]);
  const catalogue = await signInAs(shop, 'catalogue');
  expect((await shop.call('GET', supplier, { token: catalogue })).status).toBe(200);
  const body = { amount: 1, method: 'cash' };
  expect((await shop.call('POST', `${supplier}/payments`, { token: catalogue, body })).status).toBe(403);
});
