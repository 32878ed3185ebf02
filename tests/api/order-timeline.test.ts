import { expect, test } from 'vitest';
import { orderFor, RING } from '#tests/setup/samples/products.ts';
import { STAFF } from '#tests/setup/samples/staff.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const line = { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size };

async function placeOrder() {
  const { json } = await shop.call('POST', '/api/orders', { body: orderFor([line], 2050) });
  return json.data;
}

const timelineOf = async ({ id }: { id: string }) => (await staff('GET', `/api/orders/${id}/timeline`)).json.data;

/** The order itself says who placed it, a label is kept apart, and neither finding a shipment nor reading changes anything. */
const EXEMPT = [
  'POST /api/orders/by-staff',
  'POST /api/shipments/find',
  'POST /api/shipments/labels',
  'POST /api/shipments/load-sheet',
  'POST /api/orders/:id/contact',
];

/** Operations that were seen to leave an event. */
const written = new Set<string>();

/** The events that a request of staff added. */
async function added(order: { id: string }, method: string, path: string, body?: unknown) {
  written.add(`${method} ${path.replace(/[0-9a-f]{24}/, ':id')}`);
  const before = await timelineOf(order);
  const { status, json } = await staff(method, path, body);
  expect(status, `${method} ${path}: ${JSON.stringify(json)}`).toBeLessThan(300);
  const events = (await timelineOf(order)).slice(before.length);
  expect(events.length, `${method} ${path}`).toBeGreaterThan(0);
  for (const { actorName } of events) expect(actorName).toBe(STAFF.username);
  return events;
}

test('a timeline begins with the placing, by nobody of the staff', async () => {
  const order = await placeOrder();
  expect((await timelineOf(order))[0]).toMatchObject({ kind: 'placed', actorName: null, createdAt: order.createdAt });
  expect((await staff('GET', `/api/orders/${'0'.repeat(24)}/timeline`)).json.code).toBe('order_not_found');
});

test('an edit is written down with the fields that changed, before and after', async () => {
  const order = await placeOrder();
  const [edit] = await added(order, 'PUT', `/api/orders/${order.id}`, { zipCode: '54000', notes: order.notes });
  expect(edit).toMatchObject({ kind: 'order', before: { zipCode: '44000' }, after: { zipCode: '54000' } });
  expect(Object.keys(edit.after)).toEqual(['zipCode']);
  const before = (await timelineOf(order)).length;
  await staff('PUT', `/api/orders/${order.id}`, { zipCode: '54000' });
  expect(await timelineOf(order)).toHaveLength(before);
});

test('a note and tags are in the timeline with who wrote them', async () => {
  const order = await placeOrder();
  const [note] = await added(order, 'POST', `/api/orders/${order.id}/notes`, { note: 'Wants a gift box' });
  expect(note).toMatchObject({ kind: 'note', note: 'Wants a gift box' });
  const [tagged] = await added(order, 'PUT', `/api/orders/${order.id}/tags`, { tags: ['gift'] });
  expect(tagged).toMatchObject({ before: { tags: [] }, after: { tags: ['gift'] } });
  expect((await staff('GET', `/api/orders/${order.id}`)).json.data.tags).toEqual(['gift']);
});

test('every operation of the back office that changes an order or its parcels leaves an event by who did it', async () => {
  const order = await placeOrder();
  const orderPath = `/api/orders/${order.id}`;
  await added(order, 'POST', `${orderPath}/twins/keep`, { otherId: (await placeOrder()).id });
  await added(order, 'POST', `${orderPath}/twins/cancel`, { otherId: (await placeOrder()).id, reason: 'Ordered twice' });
  await added(order, 'POST', `${orderPath}/twins/merge`, { otherId: (await placeOrder()).id });
  const [item] = (await staff('GET', orderPath)).json.data.items;
  await added(order, 'PUT', `${orderPath}/items`, { items: [{ ...line, id: item.id, quantity: 2 }] });
  await added(order, 'PUT', `${orderPath}/status`, { status: 'processing' });
  await added(order, 'PUT', '/api/orders/status', { orders: [{ id: order.id }], status: 'pending' });
  const { orderNumber, pageKey: key } = order;
  await shop.call('POST', '/api/order-page/cancellation', { body: { orderNumber, key } });
  await added(order, 'PUT', `${orderPath}/kept`, {});
  await added(order, 'PUT', '/api/orders/reserved', { orderIds: [order.id], reason: 'Nobody answers' });
  await added(order, 'PUT', `${orderPath}/status`, { status: 'pending' });

  const many = await added(order, 'POST', '/api/shipments/many', { shipments: [{ orderId: order.id }] });
  expect(many[0]).toMatchObject({ kind: 'parcel', before: null, after: { status: 'preparing' } });
  const [created] = await added(order, 'POST', '/api/shipments', { orderId: order.id, carrier: 'TCS', trackingNumber: 'TD1' });
  expect(created.after).toMatchObject({ carrier: 'TCS', trackingNumber: 'TD1' });
  const parcel = (await staff('GET', `/api/shipments/number/${created.subject}`)).json.data;
  const parcelPath = `/api/shipments/${parcel.id}`;
  const [corrected] = await added(order, 'PUT', parcelPath, { carrier: 'Leopards' });
  expect(corrected).toMatchObject({ before: { carrier: 'TCS' }, after: { carrier: 'Leopards' } });
  const { sums } = (await staff('GET', `${parcelPath}/papers`)).json.data;
  const said = sums.parcels.map(({ shipmentId }: { shipmentId: string }, place: number) => ({
    shipmentId,
    collect: place ? 300 : sums.due - 300,
  }));
  const split = await added(order, 'PUT', `${parcelPath}/parcel-sums`, { sums: said, version: sums.version });
  expect(split).toContainEqual(
    expect.objectContaining({ subject: created.subject, before: { collect: 0 }, after: { collect: 300 } }),
  );
  await shop.rows(`insert into asked_sums (shipment_id, asked, due) values ('${parcel.id}', 2500, 2050)`);
  await added(order, 'POST', `${parcelPath}/asked-sum/settlement`, {});
  const sent = await added(order, 'PUT', `${parcelPath}/status`, { status: 'shipped' });
  expect(sent.map(({ kind }: any) => kind)).toEqual(['parcel', 'order']);
  await added(order, 'PUT', '/api/shipments/tracking-numbers', { shipments: [{ id: parcel.id, trackingNumber: 'TD2' }] });
  await added(order, 'PUT', '/api/shipments/status', { shipments: [{ id: parcel.id }], status: 'failed' });
  await added(order, 'DELETE', parcelPath);
  await added(order, 'POST', '/api/deleted/restore', { kind: 'shipment', id: parcel.id });
  const parcels: { id: string }[] = (await staff('GET', orderPath)).json.data.shipments;
  await staff('PUT', '/api/shipments/status', { shipments: parcels.map(({ id }) => ({ id })), status: 'returned' });
  await added(order, 'POST', '/api/goods-back', { key: crypto.randomUUID(), orderId: order.id, isWholeOrder: true });

  const paid = await placeOrder();
  await added(paid, 'PUT', `/api/orders/${paid.id}/status`, { status: 'delivered', cashWith: 'us' });
  await added(paid, 'POST', `/api/orders/${paid.id}/undo-delivery`);
  const { id: sentId } = (await staff('POST', '/api/shipments', { orderId: paid.id })).json.data;
  await added(paid, 'PUT', `/api/shipments/${sentId}/status`, { status: 'delivered' });
  await added(paid, 'POST', `/api/shipments/${sentId}/undo-delivery`);
  await added(paid, 'PUT', `/api/shipments/${sentId}/status`, { status: 'delivered' });
  await added(paid, 'POST', `/api/orders/${paid.id}/refunds`, { amount: 100, method: 'cash', reason: 'Scratched' });

  await added(order, 'PUT', orderPath, { city: 'Karachi' });
  await added(order, 'PUT', `${orderPath}/tags`, { tags: ['gift'] });
  await added(order, 'POST', `${orderPath}/notes`, { note: 'Wants a gift box' });

  const before = (await timelineOf(order)).length;
  written.add('DELETE /api/orders/:id');
  await staff('DELETE', orderPath);
  expect((await staff('GET', `${orderPath}/timeline`)).status).toBe(404);
  await staff('POST', '/api/deleted/restore', { kind: 'order', id: order.id });
  const rest = (await timelineOf(order)).slice(before);
  expect(rest).toMatchObject([
    { actorName: STAFF.username, before: { archivedAt: null } },
    { actorName: STAFF.username, after: { archivedAt: null } },
  ]);

  const tables = await Promise.all([import('#functions/orders.ts'), import('#functions/shipments.ts')]);
  const operations = tables.flatMap((table) => table.default.operations);
  const writes = operations.filter(({ method, access }) => method !== 'get' && access === 'staff');
  const declared = writes.map(({ method, path }) => `${method.toUpperCase()} ${path}`).filter((name) => !EXEMPT.includes(name));
  expect(declared.length).toBeGreaterThan(10);
  expect([...written]).toEqual(expect.arrayContaining(declared));
});

test('the mail to the shopper is in the timeline when it was sent', async () => {
  const order = await placeOrder();
  const [mail] = await shop.rows(`select id from mail_outbox where payload ->> 'id' = '${order.id}'`);
  await shop.rows(`select record_mails('${JSON.stringify([{ id: mail?.id, outcome: 'sent' }])}')`);
  expect(await timelineOf(order)).toContainEqual(
    expect.objectContaining({
      kind: 'mail',
      subject: 'ayesha@example.com',
      actorName: null,
      after: expect.objectContaining({ status: 'sent' }),
    }),
  );
});

test('nobody changes what the timeline says', async () => {
  const order = await placeOrder();
  await staff('POST', `/api/orders/${order.id}/notes`, { note: 'First' });
  for (const sql of [`update order_events set note = 'x'`, 'delete from order_events', 'truncate order_events']) {
    await expect(shop.rows(sql)).rejects.toThrow();
  }
});
