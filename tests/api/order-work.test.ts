import { beforeAll, expect, test } from 'vitest';
import { ORDER_WORK } from '#domain/orders/contract.ts';
import { orderFor, PENDANT } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

/** The lists that hold an order, and whether each is as long as its figure says. */
async function listsOf({ id }: { id: string }): Promise<string[]> {
  const { work: counts } = (await staff('GET', '/api/orders/stats')).json.data;
  const countOf = (work: string) => counts.find((counted: { work: string }) => counted.work === work)?.orders ?? 0;
  const found: string[] = [];
  for (const work of ORDER_WORK) {
    const { json } = await staff('GET', `/api/orders?work=${work}&limit=100`);
    expect(json.pagination.totalItems, work).toBe(countOf(work));
    if (json.data.some((order: { id: string }) => order.id === id)) found.push(work);
  }
  return found;
}

const setOrder = (id: string, status: string) => staff('PUT', `/api/orders/${id}/status`, { status });
const setParcel = (id: string, status: string) => staff('PUT', `/api/shipments/${id}/status`, { status });

let orders = 0;
async function placeOrder() {
  orders += 1;
  const body = orderFor([{ productId: PENDANT.id, quantity: 1 }], 1550, {
    customerPhone: `0300 12399${10 + orders}`,
    customerAddress: `House ${orders}`,
  });
  return (await shop.call('POST', '/api/orders', { body })).json.data;
}

beforeAll(async () => {
  await staff('POST', '/api/stock-history/adjust', { productId: PENDANT.id, quantity: 100, transactionType: 'purchase' });
});

test('an open order is in one work list, from its confirmation to the door', async () => {
  const order = await placeOrder();
  expect(await listsOf(order)).toEqual(['to_confirm']);
  await staff('POST', `/api/confirmations/${order.id}/attempts`, { how: 'call', outcome: 'no_answer' });
  expect(await listsOf(order)).toEqual(['to_confirm']);
  await staff('POST', `/api/confirmations/${order.id}/attempts`, { how: 'call', outcome: 'confirmed' });
  expect(await listsOf(order)).toEqual(['to_pack']);
  await setOrder(order.id, 'processing');
  expect(await listsOf(order)).toEqual(['to_pack']);
  const parcel = (await staff('POST', '/api/shipments', { orderId: order.id })).json.data;
  expect(await listsOf(order)).toEqual(['to_hand_over']);
  for (const status of ['shipped', 'in_transit', 'out_for_delivery']) {
    await setParcel(parcel.id, status);
    expect(await listsOf(order), status).toEqual(['with_courier']);
  }
  await setParcel(parcel.id, 'failed');
  expect(await listsOf(order)).toEqual(['returned']);
  const again = (await staff('POST', '/api/shipments', { orderId: order.id })).json.data;
  expect(await listsOf(order)).toEqual(['to_hand_over']);
  await setParcel(again.id, 'delivered');
  expect(await listsOf(order)).toEqual([]);
});

test('an order that is let go unconfirmed is packed, one that is shipped without a parcel is with the courier', async () => {
  const order = await placeOrder();
  await staff('POST', `/api/confirmations/${order.id}/override`, { reason: 'Paid by transfer' });
  expect(await listsOf(order)).toEqual(['to_pack']);
  await setOrder(order.id, 'shipped');
  expect(await listsOf(order)).toEqual(['with_courier']);
});

test('a cancelled order is in none, but for what has to be counted, and a deleted one in none at all', async () => {
  const order = await placeOrder();
  await setOrder(order.id, 'cancelled');
  expect(await listsOf(order)).toEqual([]);
  await setOrder(order.id, 'pending');
  const parcel = (await staff('POST', '/api/shipments', { orderId: order.id })).json.data;
  await setParcel(parcel.id, 'returned');
  await setOrder(order.id, 'cancelled');
  expect(await listsOf(order)).toEqual(['returned']);
  await staff('DELETE', `/api/orders/${order.id}`);
  expect(await listsOf(order)).toEqual([]);
});

test('a work list takes the other filters, and a list of nothing known is refused', async () => {
  const order = await placeOrder();
  const found = await staff('GET', `/api/orders?work=to_confirm&search=${order.orderNumber}&sortBy=totalAmount`);
  expect(found.json.data.map(({ id }: { id: string }) => id)).toEqual([order.id]);
  expect((await staff('GET', '/api/orders?work=to_pack&status=delivered')).json.data).toEqual([]);
  const { status, json } = await staff('GET', '/api/orders?work=nothing');
  expect([status, json.errors[0].path]).toEqual([422, 'work']);
});
