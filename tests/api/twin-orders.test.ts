import { expect, test } from 'vitest';
import { orderFor, RING } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const line = { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size };

let people = 0;
/** Two orders of one person. */
async function twins() {
  const customerPhone = `0307 ${2_000_000 + ++people}`;
  const place = async (changes: object) =>
    (await shop.call('POST', '/api/orders', { body: orderFor([line], 2050, { customerPhone, ...changes }) })).json.data;
  return [await place({}), await place({ customerPhone: customerPhone.replace('0', '+92 '), notes: 'Ring twice' })];
}

test('staff see that an order has a twin, and what both would cost in one parcel', async () => {
  const [first, second] = await twins();
  const { json } = await staff('GET', `/api/orders/${second.id}/twins`);
  expect(json.data).toMatchObject([
    {
      id: first.id,
      orderNumber: first.orderNumber,
      shared: [RING.name],
      isEarlier: true,
      mergedTotal: 3700,
      items: [{ quantity: 1 }],
    },
  ]);
});

test('merged, the earlier order has all pieces; the page and tracking of the later one say where they are', async () => {
  const [first, second] = await twins();
  const { status, json } = await staff('POST', `/api/orders/${second.id}/twins/merge`, { otherId: first.id });
  expect(status).toBe(200);
  expect(json.data).toMatchObject({
    kept: { id: first.id, totalAmount: 3700, items: [{ quantity: 2 }] },
    merged: { id: second.id, status: 'cancelled' },
  });
  const page = async ({ orderNumber, pageKey }: { orderNumber: string; pageKey: string }) =>
    (await shop.call('POST', '/api/order-page', { body: { orderNumber, key: pageKey } })).json.data;
  expect(await page(second)).toMatchObject({ status: 'cancelled', mergedInto: first.orderNumber });
  expect(await page(first)).toMatchObject({ mergedInto: null, mergedFrom: [second.orderNumber], totalAmount: 3700 });
  const tracked = { orderNumber: second.orderNumber, phone: second.customerPhone };
  expect((await shop.call('POST', '/api/orders/track', { body: tracked })).json.data.mergedInto).toBe(first.orderNumber);
  // Whoever has the link of the later one has not the key of the earlier one.
  expect(JSON.stringify(await page(second))).not.toContain(first.pageKey);

  const reopened = await staff('PUT', `/api/orders/${second.id}/status`, { status: 'pending' });
  expect([reopened.status, reopened.json.code]).toEqual([409, 'order_merged']);
  expect(reopened.json.message).toContain(`was merged into ${first.orderNumber}`);
});

test('orders that are both wanted are not asked about again', async () => {
  const [first, second] = await twins();
  expect((await staff('POST', `/api/orders/${first.id}/twins/keep`, { otherId: second.id })).json.data.id).toBe(first.id);
  expect((await staff('GET', `/api/orders/${second.id}/twins`)).json.data).toEqual([]);
  const refused = await staff('POST', `/api/orders/${first.id}/twins/merge`, { otherId: second.id });
  expect([refused.status, refused.json.code]).toEqual([409, 'not_twins']);
});

test('the duplicate is cancelled for a reason, and the earlier order goes on', async () => {
  const [first, second] = await twins();
  const cancel = (body: object) => staff('POST', `/api/orders/${first.id}/twins/cancel`, { otherId: second.id, ...body });
  expect((await cancel({ reason: '' })).json.errors).toEqual([{ path: 'reason', message: 'Required' }]);
  const { status, json } = await cancel({ reason: 'She pressed twice' });
  expect([status, json.data]).toMatchObject([200, { kept: { id: first.id }, cancelled: { id: second.id, status: 'cancelled' } }]);
  const timeline = (await staff('GET', `/api/orders/${second.id}/timeline`)).json.data;
  expect(timeline.map(({ note }: { note: string }) => note)).toContain(
    `Cancelled as a duplicate of ${first.orderNumber}: She pressed twice`,
  );
});
