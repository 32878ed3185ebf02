import { expect, test } from 'vitest';
import type { Work, WorkDue } from '#domain/reports/work-due.ts';
import { orderFor, RING } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const line = { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size };
const placeOrder = async () => (await shop.call('POST', '/api/orders', { body: orderFor([line], 2050) })).json.data;
const day = (fromToday: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Karachi' }).format(Date.now() + fromToday * 86_400_000);
const dashboard = async () => (await staff('GET', '/api/analytics/dashboard')).json.data;
const work = async () => (await dashboard()).work;

/** A parcel of a new order, at this status. */
async function parcel(status: string, fields: object = {}) {
  const { id: orderId } = await placeOrder();
  const { id, shipmentNumber } = (await staff('POST', '/api/shipments', { orderId, ...fields })).json.data;
  if (status !== 'preparing') await staff('PUT', `/api/shipments/${id}/status`, { status });
  return { id, shipmentNumber };
}

test('orders to confirm, to pack and to hand over are counted as their statuses change', async () => {
  const counted = async () => {
    const lists: { work: string; orders: number }[] = (await staff('GET', '/api/orders/stats')).json.data.work;
    const waiting: WorkDue[] = (await staff('GET', '/api/analytics/today')).json.data;
    const of = (task: Work) => waiting.find((due) => due.task === task)?.count ?? 0;
    return {
      toConfirm: lists.find(({ work }) => work === 'to_confirm')?.orders ?? 0,
      toPack: of('pack'),
      toHandOver: of('hand_over'),
    };
  };
  const before = await counted();
  const { id } = await placeOrder();
  expect(await counted()).toEqual({ ...before, toConfirm: before.toConfirm + 1 });
  await staff('PUT', `/api/orders/${id}/status`, { status: 'processing' });
  await staff('POST', '/api/shipments', { orderId: id });
  expect(await counted()).toEqual({ ...before, toHandOver: before.toHandOver + 1 });
});

test('a parcel is late after its estimated day, or after a week without one', async () => {
  const passed = await parcel('in_transit', { estimatedDeliveryDate: day(-1) });
  const waiting = await parcel('preparing', { estimatedDeliveryDate: day(-2) });
  const slow = await parcel('shipped');
  await shop.rows(`update shipments set shipped_date = now() - interval '9 days' where id = '${slow.id}'`);
  await parcel('in_transit', { estimatedDeliveryDate: day(0) });
  await parcel('shipped');
  await parcel('delivered', { estimatedDeliveryDate: day(-5) });

  const { late, lateCount } = await work();
  expect(lateCount).toBe(3);
  expect(late.map(({ shipmentNumber }: any) => shipmentNumber).toSorted()).toEqual(
    [passed, waiting, slow].map(({ shipmentNumber }) => shipmentNumber).toSorted(),
  );
  expect(late[0]).toMatchObject({ recipientName: 'Ayesha Khan' });
});

test('expected deliveries are listed by day, earliest first, until they are received', async () => {
  const order = async (supplierName: string, expectedDeliveryDate: string) => {
    const items = [{ productId: RING.id, productName: RING.name, quantity: 2, unitCost: 500 }];
    return (await staff('POST', '/api/purchase-orders', { supplierName, expectedDeliveryDate, items })).json.data;
  };
  const later = await order('Later Beads', day(5));
  const sooner = await order('Sooner Beads', day(-3));
  const { expected, expectedCount } = await work();
  expect(expectedCount).toBe(2);
  expect(expected).toMatchObject([
    { orderNumber: sooner.orderNumber, supplierName: 'Sooner Beads', expectedDeliveryDate: day(-3) },
    { orderNumber: later.orderNumber },
  ]);
  await staff('PUT', `/api/purchase-orders/${sooner.id}/status`, { status: 'received' });
  expect((await work()).expectedCount).toBe(1);
});

test('a day without sales is reported as zero', async () => {
  const { salesByDate } = await dashboard();
  expect(salesByDate).toHaveLength(30);
  expect(salesByDate[0]).toEqual({ _id: day(-29), total: 0, count: 0 });
  expect(salesByDate[29].count).toBeGreaterThan(0);
});
