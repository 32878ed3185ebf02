import { describe, expect, test } from 'vitest';
import { exampleRequests } from '#tests/setup/every-operation/example-requests.ts';
import { orderFor, PENDANT, RING } from '#tests/setup/samples/products.ts';
import { signInAs } from '#tests/setup/samples/staff.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();

/** Words and sums that stand nowhere else. */
const CANARY = {
  customerName: 'Zarqa Canary',
  customerEmail: 'zarqa.canary@example.com',
  customerPhone: '0345 7719283',
  customerAddress: 'House 77191, Canary Lane',
};
const ringLine = { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size };
const SUM = 77_190;
await shop.staff('POST', '/api/stock-history/adjust', { productId: RING.id, quantity: 500, transactionType: 'adjustment' });

async function placeCanary(changes: Record<string, unknown> = {}) {
  const body = { ...orderFor([ringLine], 2050), ...CANARY, ...changes };
  const { json } = await shop.call('POST', '/api/orders', { body: { ...body, repeat: true } });
  return json.data;
}

const order = await placeCanary();
const parcel = (
  await shop.staff('POST', '/api/shipments', { orderId: order.id, carrier: 'TCS', shippingCost: SUM, override: true })
).json.data;

const as = async (role: string) => {
  const token = await signInAs(shop, role);
  return (method: string, path: string, body?: object) =>
    shop.call(method, path, { token, ...(body === undefined ? {} : { body }) });
};
const people = {
  manager: await as('manager'),
  desk: await as('desk'),
  packer: await as('packer'),
  catalogue: await as('catalogue'),
  accounts: await as('accounts'),
};
describe('what somebody reads of a customer', () => {
  test('still tells two orders apart, and where a parcel goes', async () => {
    expect((await people.packer('GET', `/api/orders/${order.id}`)).json.data).toMatchObject({
      customerName: 'Zarqa Canary',
      customerPhone: '+92345•••••83',
      customerAddress: '•••',
      city: 'Islamabad',
      totalAmount: null,
      items: [{ price: null }],
    });
    expect((await people.accounts('GET', `/api/orders/${order.id}`)).json.data).toMatchObject({
      customerName: 'Zarqa Canary',
      customerPhone: '+92345•••••83',
      customerAddress: '•••',
      totalAmount: 2050,
    });
    expect((await people.packer('GET', `/api/shipments/${parcel.id}`)).json.data).toMatchObject({
      recipientPhone: '+92345•••••83',
      toCollect: null,
      shippingCost: null,
    });
  });
});

test('what the shop and its codes earned in all is for whoever reads reports: the desk and packers see neither', async () => {
  await people.manager('POST', '/api/discount-codes', { code: 'AMNA10', name: 'Amna', kind: 'percent', value: 10 });
  const seen = async (ask: (typeof people)['desk']) => {
    const { totalRevenue, averageOrderValue } = (await ask('GET', '/api/orders/stats')).json.data;
    const [{ placed, delivered }] = (await ask('GET', '/api/discount-codes')).json.data;
    return [totalRevenue, averageOrderValue, placed.total, placed.discount, delivered.total];
  };
  expect(await seen(people.manager)).toEqual([expect.any(Number), expect.any(Number), 0, 0, 0]);
  for (const ask of [people.desk, people.packer]) expect(await seen(ask)).toEqual([null, null, null, null, null]);
});

test('whoever pays refunds finds an order by its name, and reveals whom to pay, which is noted', async () => {
  const found = (await people.accounts('POST', '/api/search', { q: 'zarqa' })).json.data;
  expect(found.orders).toMatchObject([{ orderNumber: order.orderNumber, customerName: 'Zarqa Canary' }]);
  const shown = await people.accounts('POST', `/api/orders/${order.id}/contact`, {});
  expect(shown.json.data).toMatchObject({ customerName: 'Zarqa Canary', returnWords: [], remaining: 49 });
});

describe('ways round a right', () => {
  const refusedFor = (right: string) => ({ status: 403, json: { code: 'not_allowed', details: { right } } });
  const examples = exampleRequests(shop, shop.token);
  const withAdvance = async () => {
    const placed = await placeCanary({ customerPhone: `0346 77${Math.floor(10_000 + Math.random() * 89_999)}` });
    await shop.staff('PUT', `/api/advances/${placed.id}`, { basis: 'sum', amount: 500, hours: 24, reason: 'Far away' });
    const booked = await shop.staff('POST', `/api/advances/${placed.id}/transfers`, {
      amount: 500,
      method: 'raast',
      number: `R${placed.orderNumber}`,
    });
    expect(booked.json.success, JSON.stringify(booked.json)).toBe(true);
    return placed;
  };
  const paidBack = async (id: string) =>
    shop.rows(
      `select kind from payments where order_id = '${id}' and kind in ('refund', 'credit_given') or order_id = '${id}' and reverses is not null`,
    );

  test('a refund by cancelling: the money waits for whoever may refund', async () => {
    const { id } = await withAdvance();
    expect((await people.desk('PUT', `/api/orders/${id}/status`, { status: 'cancelled' })).status).toBe(200);
    expect(await paidBack(id)).toEqual([]);
    expect(await people.desk('POST', `/api/orders/${id}/refunds`, { amount: 500, method: 'cash', reason: 'No' })).toMatchObject(
      refusedFor('refund'),
    );
  });

  test('a refund by taking a payment back, or as store credit', async () => {
    const { id, ...placed } = await withAdvance();
    const [payment] = await shop.rows(`select id from payments where order_id = '${id}'`);
    expect(await people.desk('POST', `/api/payments/${payment.id}/reversal`, { reason: 'Mistake' })).toMatchObject({
      status: 403,
    });
    const [{ customer_id: customer }] = await shop.rows(`select customer_id from orders where id = '${placed._id}'`);
    expect(await people.desk('POST', `/api/customers/${customer}/credit`, { amount: 500, reason: 'Sorry' })).toMatchObject(
      refusedFor('refund'),
    );
    expect(await paidBack(id)).toEqual([]);
  });

  test('a price by bulk edit, by import, and by the product’s own form', async () => {
    const editor = await roleWith('editor', ['edit_products']);
    const { updatedAt, price } = (await shop.call('GET', `/api/products/${PENDANT.id}`)).json.data;
    const bulk = await editor('PUT', '/api/catalogue/products', {
      products: [{ id: PENDANT.id, updatedAt }],
      change: { price: { percent: -90, roundTo: 1 } },
    });
    const edited = await editor('PUT', `/api/products/${PENDANT.id}`, { price: 10 });
    expect(edited).toMatchObject(refusedFor('change_prices'));
    const { body } = (await examples['POST /api/catalogue/import']?.(1)) ?? {};
    const imported = await editor('POST', '/api/catalogue/import', body as object);
    expect(imported).toMatchObject(refusedFor('change_prices'));
    expect([bulk.status, bulk.json.data?.outcomes?.[0]?.refusal?.code], JSON.stringify(bulk.json)).toEqual([200, 'not_allowed']);
    expect((await shop.call('GET', `/api/products/${PENDANT.id}`)).json.data.price).toBe(price);
    // What is theirs they may do.
    expect((await editor('PUT', `/api/products/${PENDANT.id}`, { description: 'A heart of glass' })).status).toBe(200);
  });

  test('a price by a sum off a new order', async () => {
    const body = {
      ...orderFor([ringLine], 1050),
      customerPhone: '0347 1234567',
      source: 'phone',
      discount: { amount: 1000, reason: 'A friend of mine' },
    };
    const refused = await people.desk('POST', '/api/orders/by-staff', body);
    expect(refused, JSON.stringify(refused.json)).toMatchObject(refusedFor('discount_orders'));
  });

  test('a number by search, by a filter and by the link of the order’s page', async () => {
    const { packer } = people;
    for (const q of ['7719283', '0345 7719283', 'zarqa.canary@example.com'])
      expect((await packer('POST', '/api/search', { q })).json.data).toMatchObject({ orders: [], customers: [] });
    expect((await packer('GET', '/api/orders?search=7719283')).json.data).toEqual([]);
    expect(await packer('GET', '/api/orders?customerEmail=zarqa.canary@example.com')).toMatchObject(refusedFor('see_contacts'));
    expect(await packer('GET', `/api/orders/${order.id}/page-link`)).toMatchObject({ status: 403 });
    expect(await packer('POST', '/api/customers/by-phone', { phone: '0345 7719283' })).toMatchObject({ status: 403 });
  });

  test('an export by the API', async () => {
    const { desk, manager } = people;
    expect((await desk('GET', '/api/orders?page=10&limit=100')).status).toBe(200);
    for (const list of ['orders', 'customers', 'shipments'])
      expect(await desk('GET', `/api/${list}?page=11&limit=100`)).toMatchObject({
        status: list === 'shipments' ? 403 : 403,
        json: { details: { right: 'export' } },
      });
    expect((await manager('GET', '/api/orders?page=11&limit=100')).status).toBe(200);
  });

  test('more rights by a role, an invitation or a colleague', async () => {
    const { manager } = people;
    const [{ id }] = await shop.rows(`select id from staff where username = 'manager'`);
    const denied = { status: 403, json: { code: 'owner_only' } };
    expect(await manager('PUT', `/api/staff/${id}/role`, { role: 'owner' })).toMatchObject(denied);
    expect(await manager('POST', '/api/staff/invitations', { email: 'x@shop.test', username: 'x', role: 'owner' })).toMatchObject(
      denied,
    );
    expect(await manager('POST', '/api/staff/roles', { name: 'Mine', rights: ['refund'], revealsADay: 0 })).toMatchObject(denied);
    // Not even an owner makes a second kind of owner.
    const { json } = await shop.staff('POST', '/api/staff/roles', { name: 'Chief', rights: ['manage_staff'], revealsADay: 0 });
    expect(json.errors).toEqual([{ path: 'rights', message: 'Only owners may do this' }]);
  });

  test('somebody else’s name: who acts is whoever signed in, whatever the headers say', async () => {
    const [{ id: owner }] = await shop.rows(`select id from staff where role = 'owner' limit 1`);
    const token = await roleToken('pretender', ['see_orders']);
    const headers = { 'x-shop-actor': owner, 'x-shop-session': owner };
    const { status } = await shop.call('PUT', `/api/products/${PENDANT.id}`, { token, headers, body: { price: 1 } });
    expect(status).toBe(403);
    // Past the functions, with the key that every browser has.
    const asked = await fetch(`${shop.supabase.url}/rest/v1/rpc/set_staff_role`, {
      method: 'POST',
      headers: { ...headers, apikey: shop.supabase.publishableKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ staff_id: owner, role: 'desk', actor: owner }),
    });
    expect([401, 403, 404]).toContain(asked.status);
  });

  test('stock by hand for whoever only packs orders of the desk, and an order let out unconfirmed', async () => {
    expect(
      await people.desk('POST', '/api/stock-history/adjust', { productId: RING.id, quantity: 1, transactionType: 'adjustment' }),
    ).toMatchObject(refusedFor('correct_stock'));
    expect(await people.desk('POST', `/api/confirmations/${order.id}/override`, { reason: 'He waits' })).toMatchObject(
      refusedFor('override_confirmation'),
    );
  });

  test('a phone, one by one and then all: the day’s are counted', async () => {
    const peeker = await roleWith('peeker', ['see_orders', 'reveal_contacts'], 1);
    const other = await placeCanary({ customerPhone: '0348 7654321' });
    const shown = await peeker('POST', `/api/orders/${order.id}/contact`);
    expect(shown.json.data).toMatchObject({ customerPhone: '+923457719283', remaining: 0 });
    const refused = await peeker('POST', `/api/orders/${other.id}/contact`);
    expect([refused.status, refused.json.code, refused.json.message]).toEqual([
      429,
      'too_many_reveals',
      'Today’s 1 reveals are used up. Ask an owner of the shop for more.',
    ]);
    const [noted] = (await shop.staff('GET', '/api/audit-log')).json.data;
    expect(noted).toMatchObject({ actorName: 'peeker', subject: `contact of ${order.orderNumber}` });
  });
});

/** The token of somebody with a role of the shop's own. */
async function roleToken(name: string, rights: string[], revealsADay = 0): Promise<string> {
  const { json } = await shop.staff('POST', '/api/staff/roles', { name, rights, revealsADay });
  expect(json.success, JSON.stringify(json)).toBe(true);
  await shop.rows(`update staff_roles set id = '${name}' where id = '${json.data.id}'`);
  return signInAs(shop, name);
}

async function roleWith(name: string, rights: string[], revealsADay = 0) {
  const token = await roleToken(name, rights, revealsADay);
  return (method: string, path: string, body?: object) =>
    shop.call(method, path, { token, ...(body === undefined ? {} : { body }) });
}
