import { describe, expect, test } from 'vitest';
import { orderFor, RING } from '#tests/setup/samples/products.ts';
import { signInAs } from '#tests/setup/samples/staff.ts';
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

describe('the record of a customer', () => {
  const detailsOf = async (id: string) => (await staff('GET', `/api/customers/${id}`)).json.data;

  /** An order with a parcel that went as far as this. */
  async function sent(phone: string, last: 'delivered' | 'returned', changes: object = {}) {
    const order = await placeOrder(phone, { customerAddress: `House ${last}`, ...changes });
    const parcel = (
      await staff('POST', '/api/shipments', { orderId: order.id, carrier: 'TCS', trackingNumber: `T-${phone}-${last}` })
    ).json.data;
    for (const status of ['shipped', last]) await staff('PUT', `/api/shipments/${parcel.id}/status`, { status });
    return { order, parcel };
  }

  /** A customer with an order of each kind, and everything that can come of them. */
  async function wholeCustomer(phone: string, name: string) {
    const customerEmail = `${name}@silk.example`;
    const kept = await sent(phone, 'delivered', { customerEmail });
    const back = await sent(phone, 'returned', { customerEmail });
    const open = await placeOrder(phone, { customerEmail, customerAddress: 'House open' });
    const { link } = (await staff('GET', `/api/orders/${kept.order.id}/page-link`)).json.data;
    const [, orderNumber, key] = /([^/#?]+)#(.+)$/.exec(link) ?? [];
    const asked = await shop.call('POST', '/api/order-page/returns', {
      body: {
        ...{ orderNumber, key, kind: 'return', outcome: 'store_credit', reason: 'does_not_fit' },
        items: [{ itemId: kept.order.items[0].id, quantity: 1 }],
      },
    });
    const [request] = asked.json.data.returns.requests;
    await staff('POST', `/api/returns/${request.id}/approval`, { outcome: 'store_credit' });
    await shop.call('POST', '/api/contact', {
      body: { firstName: 'Rabia', email: customerEmail.toUpperCase(), message: `${name} asks` },
    });
    await shop.call('POST', `/api/products/${RING.id}/reviews`, {
      body: { userName: 'Rabia', rating: 4, comment: `${name} is happy`, contact: phone },
    });
    await staff('POST', `/api/customers/${open.customerId}/credit`, { amount: 500, reason: 'A late parcel' });
    return { id: open.customerId as string, kept, back, open, request };
  }

  test('has every order, parcel, return, message, review and rupee of that customer, with its sums, and nothing of anybody else', async () => {
    const one = await wholeCustomer('0311 5550901', 'rabia-one');
    await wholeCustomer('0311 5550902', 'rabia-two');
    const { kept, back, open, request, id } = one;
    const whole = await detailsOf(id);
    expect(whole).toMatchObject({
      record: { orders: 3, delivered: 1, returned: 1, open: 1, value: 2050, ordered: 6150 },
      credit: 500,
      orders: [
        { orderNumber: open.orderNumber, endedAt: null },
        { orderNumber: back.order.orderNumber, endedAt: null },
        { orderNumber: kept.order.orderNumber, endedAt: expect.any(String) },
      ],
      parcels: {
        items: [
          { shipmentNumber: back.parcel.shipmentNumber, status: 'returned', endedAt: expect.any(String) },
          { orderNumber: kept.order.orderNumber, status: 'delivered', carrier: 'TCS', endedAt: expect.any(String) },
        ],
        total: 2,
      },
      returns: {
        items: [{ returnNumber: request.returnNumber, orderNumber: kept.order.orderNumber, state: 'approved' }],
        total: 1,
      },
      answers: { items: [], total: 0 },
      messages: { items: [{ message: 'rabia-one asks', status: 'new' }], total: 1 },
      reviews: { items: [{ productId: RING.id, rating: 4, comment: 'rabia-one is happy', isPublished: true }], total: 1 },
      creditHistory: [{ kind: 'credit_given', amount: 500 }],
      money: {
        sentBack: 2050,
        owed: 2050,
        refunds: [{ orderNumber: kept.order.orderNumber, returnNumber: request.returnNumber, waitsFor: 'pieces' }],
        payments: { items: [{ kind: 'collected', amount: 2050, orderNumber: kept.order.orderNumber }], total: 1 },
      },
    });
    expect(whole.money.refundOwed).toBe(whole.money.refunds[0].amount);
    expect(whole.money.refundOwed).toBeGreaterThan(0);
    const listed = await staff('GET', `/api/orders?customerId=${id}`);
    expect([listed.json.pagination.totalItems, listed.json.data.map(({ customerId }: any) => customerId)]).toEqual([
      3,
      [id, id, id],
    ]);
  });

  test('goes along when two are one, and a deleted order takes what belongs to it out', async () => {
    const one = await wholeCustomer('0311 5550911', 'rabia-three');
    const { customerId: keeper } = await placeOrder('0311 5550912');
    await staff('POST', `/api/customers/${keeper}/merge`, { other: one.id });
    await staff('DELETE', `/api/orders/${one.back.order.id}`);
    expect(await detailsOf(keeper)).toMatchObject({
      parcels: { items: [{ orderNumber: one.kept.order.orderNumber }], total: 1 },
      returns: { total: 1 },
      messages: { total: 1 },
      reviews: { items: [{ comment: 'rabia-three is happy' }], total: 1 },
      money: { sentBack: 0, owed: 4100 },
    });
  });

  test('is read with the rights that its parts need elsewhere', async () => {
    const { id } = await wholeCustomer('0311 5550921', 'rabia-four');
    const memberWith = async (name: string, rights: string[]) => {
      const { json } = await staff('POST', '/api/staff/roles', { name, rights, revealsADay: 0 });
      expect(json.success, JSON.stringify(json)).toBe(true);
      const token = await signInAs(shop, json.data.id);
      return (method: string, body?: object) => shop.call(method, `/api/customers/${id}`, { token, ...(body && { body }) });
    };
    const reader = await memberWith('Reads contacts', ['see_orders', 'see_contacts']);
    const { data } = (await reader('GET')).json;
    expect(data).toMatchObject({ parcels: { total: 2 }, returns: { total: 1 }, messages: null, reviews: null, money: null });
    expect(data).toMatchObject({ credit: null, record: { value: null } });

    const editor = await memberWith('Tags alone', ['edit_customers']);
    expect((await editor('GET')).status).toBe(403);
    expect((await editor('PUT', { tags: ['vip'] })).json.data).toMatchObject({
      ...{ parcels: null, returns: null, answers: null, messages: null, reviews: null, money: null },
      email: '•••',
    });
  });
});
