import { describe, expect, test } from 'vitest';
import { orderFor, RING } from '#tests/setup/samples/products.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const line = { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size };

async function placeOrder(customerPhone: string, changes: Record<string, unknown> = {}) {
  const { json } = await shop.call('POST', '/api/orders', { body: orderFor([line], 2050, { customerPhone, ...changes }) });
  return (await staff('GET', `/api/orders/${json.data.id}`)).json.data;
}

const find = async (query: string) => (await staff('GET', `/api/customers?${query}`)).json.data;
const search = (typed: string) => find(`search=${encodeURIComponent(typed)}`);

test('a customer is found by name, e-mail address, order number, and the phone in any spelling', async () => {
  const order = await placeOrder('0311 5550101', { customerName: 'Hira Gulzar', customerEmail: 'Hira.G@silk.example' });
  await placeOrder('0311 5550102', { customerName: 'Somebody Else', customerEmail: 'else@silk.example' });
  for (const typed of [
    'hira',
    'Gulzar Hi',
    'hira.g@silk.example',
    'ra.g@silk',
    order.orderNumber,
    order.orderNumber.toLowerCase(),
    order.orderNumber.replace('ORD-', ''),
    '03115550101',
    '0311-555 0101',
    '+92 311 5550101',
    '00923115550101',
    '۰۳۱۱۵۵۵۰۱۰۱',
    '5550101',
    '۵۵۵-۰۱۰۱',
  ]) {
    expect(
      (await search(typed)).map(({ name }: any) => name),
      typed,
    ).toEqual(['Hira Gulzar']);
  }
  expect((await search('@silk.example')).map(({ name }: any) => name).toSorted()).toEqual(['Hira Gulzar', 'Somebody Else']);
  expect(await search('nobody of this name')).toEqual([]);
  expect(await search('?!')).toEqual([]);
});

test('the list shows what became of the orders, whoever ordered last first', async () => {
  const first = await placeOrder('0311 5550201', { customerName: 'First' });
  await placeOrder('0311 5550202', { customerName: 'Second' });
  await placeOrder('+92 311 5550201', { customerName: 'First' });
  await staff('PUT', `/api/orders/${first.id}/status`, { status: 'delivered', cashWith: 'us' });
  const [top, next] = await find('limit=2');
  expect(top).toMatchObject({
    id: first.customerId,
    phones: ['+923115550201'],
    record: { orders: 2, delivered: 1, open: 1, value: 2050 },
  });
  expect(next.name).toBe('Second');
});

test('staff correct, tag and block a customer, and find them by that; a stale edit is refused', async () => {
  const { customerId } = await placeOrder('0311 5550301');
  const { json } = await staff('PUT', `/api/customers/${customerId}`, {
    name: 'Mrs. Qureshi',
    tags: ['bridal', 'bridal', 'vip'],
    block: 'do_not_ship',
    notes: 'Calls after six',
  });
  expect(json.data).toMatchObject({
    name: 'Mrs. Qureshi',
    tags: ['bridal', 'vip'],
    block: 'do_not_ship',
    notes: 'Calls after six',
  });
  expect((await search('qureshi'))[0].id).toBe(customerId);
  expect((await find('tag=bridal')).map(({ id }: any) => id)).toEqual([customerId]);
  expect((await find('block=do_not_ship')).map(({ id }: any) => id)).toEqual([customerId]);
  const stale = await staff('PUT', `/api/customers/${customerId}`, { name: 'X', updatedAt: '2026-01-01T00:00:00.000Z' });
  expect([stale.status, stale.json.code]).toEqual([409, 'edited_meanwhile']);
});

test('an order is no edit: what staff are typing about its customer can be saved', async () => {
  const { customerId } = await placeOrder('0311 5550401');
  const { updatedAt } = (await staff('GET', `/api/customers/${customerId}`)).json.data;
  await placeOrder('0311 5550401', { customerAddress: 'House 99' });
  expect((await staff('PUT', `/api/customers/${customerId}`, { notes: 'Kind', updatedAt })).status).toBe(200);
});

test('a customer shows orders, and each address once however it was spelt', async () => {
  const phone = '0311 5550501';
  const first = await placeOrder(phone, { customerAddress: 'House 1, Street 2', city: 'Lahore' });
  const second = await placeOrder(phone, { customerAddress: 'house 1 street 2', city: 'lahore' });
  await placeOrder(phone, { customerAddress: 'Shop 5, Saddar', city: 'Karachi' });
  const { data } = (await staff('GET', `/api/customers/${first.customerId}`)).json;
  expect(data.orders).toHaveLength(3);
  expect(data.orders.map(({ orderNumber }: any) => orderNumber)).toEqual(
    expect.arrayContaining([first.orderNumber, second.orderNumber]),
  );
  expect(data.addresses.map(({ city, orders }: any) => [city.toLowerCase(), orders])).toEqual([
    ['karachi', 1],
    ['lahore', 2],
  ]);
});

test('two customers that staff call one person are one: phones, orders, notes and tags come along, and the stricter block stays', async () => {
  const email = 'twice@silk.example';
  const [one, other] = [
    await placeOrder('0311 5550601', { customerEmail: email, customerName: 'Sana One' }),
    await placeOrder('0311 5550602', { customerEmail: email, customerName: 'Sana Two' }),
  ];
  const { similar } = (await staff('GET', `/api/customers/${one.customerId}`)).json.data;
  expect(similar.map(({ id }: any) => id)).toEqual([other.customerId]);
  await staff('PUT', `/api/customers/${one.customerId}`, { notes: 'One', tags: ['a', 'b'] });
  await staff('PUT', `/api/customers/${other.customerId}`, { notes: 'Two', tags: ['b', 'c'], block: 'prepaid_only' });

  const merged = await staff('POST', `/api/customers/${one.customerId}/merge`, { other: other.customerId });
  expect(merged.json.data).toMatchObject({
    name: 'Sana One',
    phones: ['+923115550601', '+923115550602'],
    notes: 'One\nTwo',
    tags: ['a', 'b', 'c'],
    block: 'prepaid_only',
    record: { orders: 2 },
    similar: [],
  });
  expect((await staff('GET', `/api/customers/${other.customerId}`)).json.data.id).toBe(one.customerId);
  expect((await search('0311 5550602')).map(({ id }: any) => id)).toEqual([one.customerId]);
  expect((await placeOrder('0311-5550602')).customerId).toBe(one.customerId);
  expect((await staff('PUT', `/api/customers/${other.customerId}`, { notes: 'X' })).status).toBe(404);
  expect((await staff('POST', `/api/customers/${one.customerId}/merge`, { other: other.customerId })).status).toBe(404);
  expect((await staff('POST', `/api/customers/${one.customerId}/merge`, { other: one.customerId })).json.errors[0].path).toBe(
    'other',
  );
});

test('a shopper’s own answers say nothing of the customer', async () => {
  const { json } = await shop.call('POST', '/api/orders', { body: orderFor([line], 2050, { customerPhone: '0311 5550701' }) });
  expect(json.data).not.toHaveProperty('customerId');
  expect(json.data).not.toHaveProperty('tags');
});

describe('a customer is found by phone', () => {
  const ofPhone = async (phone: string) => (await staff('POST', '/api/customers/by-phone', { phone })).json.data;

  test('in any spelling, with history, block and what staff wrote', async () => {
    const order = await placeOrder('0311 5550801', { customerName: 'Hira Gulzar' });
    await staff('PUT', `/api/customers/${order.customerId}`, { block: 'prepaid_only', notes: 'Refused a parcel' });
    for (const spelt of ['0311-5550801', '+92 311 5550801', '۰۳۱۱ ۵۵۵۰۸۰۱']) {
      expect((await ofPhone(spelt)).customer, spelt).toMatchObject({
        id: order.customerId,
        name: 'Hira Gulzar',
        block: 'prepaid_only',
        notes: 'Refused a parcel',
        record: { orders: 1, open: 1 },
      });
    }
    expect(await ofPhone('0311 5550899')).toEqual({ customer: null });
    expect((await staff('POST', '/api/customers/by-phone', { phone: '12' })).status).toBe(422);
  });

  test('with the orders that are open, the newest first: none that is closed, deleted or came back', async () => {
    const phone = '0311 5550802';
    const placed = [];
    for (let house = 1; house <= 6; house += 1) placed.push(await placeOrder(phone, { customerAddress: `House ${house}` }));
    const [delivered, cancelled, deleted, returned, shipped, pending] = placed;
    await staff('PUT', `/api/orders/${delivered.id}/status`, { status: 'delivered', cashWith: 'us' });
    await staff('PUT', `/api/orders/${cancelled.id}/status`, { status: 'cancelled' });
    await staff('DELETE', `/api/orders/${deleted.id}`);
    await staff('PUT', `/api/orders/${shipped.id}/status`, { status: 'shipped' });
    const parcel = (await staff('POST', '/api/shipments', { orderId: returned.id })).json.data;
    for (const status of ['shipped', 'returned']) await staff('PUT', `/api/shipments/${parcel.id}/status`, { status });
    const { customer } = await ofPhone(phone);
    expect(customer.openOrders).toMatchObject([
      { orderNumber: pending.orderNumber, status: 'pending', totalAmount: 2050, createdAt: pending.createdAt },
      { orderNumber: shipped.orderNumber, status: 'shipped' },
    ]);
    expect(customer.openOrders).toHaveLength(customer.record.open);
  });

  test('who was merged is whoever took their place', async () => {
    const [one, other] = [await placeOrder('0311 5550803'), await placeOrder('0311 5550804')];
    await staff('POST', `/api/customers/${one.customerId}/merge`, { other: other.customerId });
    const { customer } = await ofPhone('0311 5550804');
    expect([customer.id, customer.openOrders.length]).toEqual([one.customerId, 2]);
  });
});
