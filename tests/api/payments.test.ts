import { expect, test } from 'vitest';
import type { WorkDue } from '#domain/reports/work-due.ts';
import { orderFor, PENDANT } from '#tests/setup/samples/products.ts';
import { signInAs } from '#tests/setup/samples/staff.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const NOBODY = '0'.repeat(24);
let orders = 0;

async function placeOrder() {
  orders += 1;
  const body = orderFor([{ productId: PENDANT.id, quantity: 1 }], 1550, {
    customerPhone: `0300 45671${10 + orders}`,
    customerAddress: `House ${orders}`,
  });
  return (await shop.call('POST', '/api/orders', { body })).json.data;
}

const setStatus = (id: string, status: string) => staff('PUT', `/api/orders/${id}/status`, { status, cashWith: 'us' });
const refund = (id: string, changes: object = {}) =>
  staff('POST', `/api/orders/${id}/refunds`, { amount: 100, method: 'cash', reason: 'Scratched', ...changes });
const paymentsOf = async (id: string) => (await staff('GET', `/api/orders/${id}/payments`)).json.data;

async function deliveredOrder() {
  const order = await placeOrder();
  await setStatus(order.id, 'delivered');
  return order;
}

async function customerOf({ id }: { id: string }): Promise<string> {
  const [row] = await shop.rows(`select customer_id from orders where id = '${id}'`);
  return row.customer_id;
}

test('an order that was paid at its door answers as ever, and one with a refund says what was paid', async () => {
  const { id } = await deliveredOrder();
  expect((await staff('GET', `/api/orders/${id}`)).json.data).not.toHaveProperty('paid');
  const { status, json } = await refund(id, { amount: 250.5, method: 'raast', reference: '7001' });
  expect(status).toBe(201);
  expect(json.data).toMatchObject({
    paymentStatus: 'paid',
    paid: { advance: 0, credit: 0, collected: 1550, refunded: 250.5, due: 0, toRefund: 0 },
  });
  expect(await paymentsOf(id)).toMatchObject([
    { kind: 'collected', fromAccount: 'customer', toAccount: 'cash', amount: 1550, isReversed: false },
    {
      kind: 'refund',
      fromAccount: 'bank',
      toAccount: 'customer',
      amount: 250.5,
      method: 'raast',
      reference: '7001',
      reason: 'Scratched',
    },
  ]);
  const { json: timeline } = await staff('GET', `/api/orders/${id}/timeline`);
  expect(timeline.data.at(-1)).toMatchObject({ kind: 'payment', subject: 'refund', after: { amount: 250.5, method: 'raast' } });
});

test('what is wrong with a refund is said at its field, and nothing is booked', async () => {
  const { id } = await deliveredOrder();
  for (const [change, path] of [
    [{ amount: 0 }, 'amount'],
    [{ amount: -5 }, 'amount'],
    [{ amount: 1.005 }, 'amount'],
    [{ amount: 1e9 }, 'amount'],
    [{ amount: '100' }, 'amount'],
    [{ method: 'cheque' }, 'method'],
    [{ reason: '  ' }, 'reason'],
    [{ reference: 'x'.repeat(61) }, 'reference'],
  ] as const) {
    const { status, json } = await refund(id, change);
    expect([status, json.errors?.[0]?.path], JSON.stringify(change)).toEqual([422, path]);
  }
  expect((await refund(id, { amount: 1551 })).json).toMatchObject({ code: 'refund_too_large', details: { received: 1550 } });
  expect((await refund(NOBODY)).status).toBe(404);
  expect((await refund(id, { updatedAt: '2026-01-01T00:00:00.000Z' })).json.code).toBe('edited_meanwhile');
  expect(await paymentsOf(id)).toHaveLength(1);
});

test('a cancelled order that has money waits at the desk until it went back', async () => {
  const { id } = await deliveredOrder();
  const toRefund = async () => {
    const work: WorkDue[] = (await staff('GET', '/api/analytics/today')).json.data;
    return work.find(({ task }) => task === 'refund')?.count ?? 0;
  };
  const before = await toRefund();
  await setStatus(id, 'cancelled');
  expect(await toRefund()).toBe(before + 1);
  expect((await staff('DELETE', `/api/orders/${id}`)).json.code).toBe('money_kept');
  await refund(id, { amount: 1550, method: 'store_credit' });
  expect(await toRefund()).toBe(before);
  const { json } = await staff('GET', `/api/customers/${await customerOf({ id })}`);
  expect(json.data).toMatchObject({ credit: 1550, creditHistory: [{ kind: 'refund', amount: 1550, reason: 'Scratched' }] });
  expect((await staff('DELETE', `/api/orders/${id}`)).status).toBe(200);
});

test('credit is given with a reason, told with the customer, and taken back', async () => {
  const customer = await customerOf(await placeOrder());
  const give = (body: object) => staff('POST', `/api/customers/${customer}/credit`, body);
  expect((await give({ amount: 500, reason: '' })).json.errors[0].path).toBe('reason');
  const { status, json } = await give({ amount: 500, reason: 'A late parcel', creditSeen: 0 });
  expect([status, json.data.credit]).toEqual([201, 500]);
  expect((await give({ amount: 500, reason: 'A late parcel', creditSeen: 0 })).json.code).toBe('edited_meanwhile');
  const [given] = json.data.creditHistory;
  const reverse = () => staff('POST', `/api/payments/${given.id}/reversal`, { reason: 'Given twice' });
  expect((await reverse()).json.data).toMatchObject({ kind: 'credit_given', reverses: given.id, reason: 'Given twice' });
  expect((await reverse()).json.code).toBe('payment_reversed');
  expect((await staff('GET', `/api/customers/${customer}`)).json.data.credit).toBe(0);
});

test('staff place an order with store credit, of which no more is used than there is', async () => {
  const earlier = await placeOrder();
  const customer = await customerOf(earlier);
  await staff('POST', `/api/customers/${customer}/credit`, { amount: 500, reason: 'A late parcel' });
  const place = (storeCredit: number) =>
    staff('POST', '/api/orders/by-staff', {
      ...orderFor([{ productId: PENDANT.id, quantity: 1 }], 1550, { customerAddress: 'House 77' }),
      customerPhone: earlier.customerPhone,
      source: 'phone',
      storeCredit,
    });
  expect((await place(501)).json).toMatchObject({ code: 'not_enough_credit', details: { credit: 500 } });
  const { status, json } = await place(500);
  expect([status, json.data.paid]).toEqual([201, { advance: 0, credit: 500, collected: 0, refunded: 0, due: 1050, toRefund: 0 }]);
  const { json: link } = await staff('GET', `/api/orders/${json.data.id}/page-link`);
  const { pathname, hash } = new URL(link.data.link);
  const body = { orderNumber: pathname.split('/').at(-1), key: hash.slice(1) };
  expect((await shop.call('POST', '/api/order-page', { body })).json.data).toMatchObject({ paid: { credit: 500, due: 1050 } });
  expect((await shop.call('POST', '/api/order-page/credit', { body: { ...body, amount: 1 } })).json.code).toBe(
    'not_enough_credit',
  );
});

test('shoppers place no order with store credit', async () => {
  const { status, json } = await shop.call('POST', '/api/orders', {
    body: orderFor([{ productId: PENDANT.id, quantity: 1 }], 1550, { customerPhone: '0300 4567999', storeCredit: 500 }),
  });
  expect([status, json.data.paid]).toEqual([201, undefined]);
});

test('the ledger lists every payment, filtered by kind, method, order and day, and its accounts are zero together', async () => {
  const order = await deliveredOrder();
  await refund(order.id, { method: 'bank_transfer' });
  const list = async (query: string) => (await staff('GET', `/api/payments?${query}`)).json;
  expect((await list(`orderNumber=${order.orderNumber.toLowerCase()}`)).data).toMatchObject([
    { kind: 'refund', orderNumber: order.orderNumber },
    { kind: 'collected', orderNumber: order.orderNumber },
  ]);
  expect((await list('orderNumber=ORD-0')).pagination.totalItems).toBe(0);
  for (const query of ['kind=refund', 'method=bank_transfer']) {
    const [name = '', value] = query.split('=');
    const { data } = await list(query);
    expect(data.length).toBeGreaterThan(0);
    expect(new Set(data.map((row: Record<string, string>) => row[name]))).toEqual(new Set([value]));
  }
  expect((await list('endDate=2020-01-01')).pagination.totalItems).toBe(0);
  expect((await list('kind=theft')).errors[0].path).toBe('kind');
  const { data, pagination } = await list('limit=1&page=2');
  expect(data).toHaveLength(1);
  expect(pagination.totalItems).toBe((await list('limit=100')).data.length);
  const balances = (await staff('GET', '/api/payments/balances')).json.data;
  expect(Object.values<number>(balances).reduce((sum, rupees) => sum + rupees, 0)).toBeCloseTo(0, 6);
  expect(balances.cash).toBeGreaterThan(0);
});

const spent = {
  expense: 'advertising',
  advertises: 'instagram',
  spentOn: new Date().toISOString().slice(0, 10),
  amount: 1500.5,
  method: 'wallet',
};

test('an expense is booked once for a key, listed with its day and source, counted in the balances, and taken back', async () => {
  const headers = { 'Idempotency-Key': 'an-expense-1' };
  const book = (body: object) => shop.call('POST', '/api/payments/expenses', { token: shop.token, body, headers });
  const { status, json } = await book(spent);
  expect([status, json.data]).toMatchObject([
    201,
    {
      kind: 'expense',
      amount: 1500.5,
      expense: 'advertising',
      advertises: 'instagram',
      spentOn: spent.spentOn,
      toAccount: 'expenses',
    },
  ]);
  expect((await book(spent)).json.data.id).toBe(json.data.id);
  expect((await book({ ...spent, amount: 7 })).json.code).toBe('idempotency_mismatch');
  expect((await staff('GET', '/api/payments?kind=expense')).json.data).toMatchObject([{ id: json.data.id, isReversed: false }]);
  const balances = async () => (await staff('GET', '/api/payments/balances')).json.data.expenses;
  expect(await balances()).toBe(1500.5);
  expect((await staff('POST', `/api/payments/${json.data.id}/reversal`, { reason: 'Booked twice' })).status).toBe(201);
  expect(await balances()).toBe(0);
});

test('what is wrong about an expense is said at each field, all at once', async () => {
  const wrong = async (body: object) => {
    const { status, json } = await staff('POST', '/api/payments/expenses', body);
    return [status, json.errors.map(({ path }: { path: string }) => path).toSorted()];
  };
  const { advertises: _, ...bare } = spent;
  expect(await wrong({ expense: 'advertising', amount: 0, method: 'store_credit' })).toEqual([
    422,
    ['advertises', 'amount', 'method', 'spentOn'],
  ]);
  expect(await wrong(bare)).toEqual([422, ['advertises']]);
  expect(await wrong({ ...spent, expense: 'wages' })).toEqual([422, ['advertises']]);
  expect(await wrong({ ...bare, expense: 'rent' })).toEqual([422, ['expense']]);
  expect(await wrong({ ...spent, spentOn: '2100-01-01' })).toEqual([422, ['spentOn']]);
});

test('who reads no reports sees no expense, and a packer books none', async () => {
  const { json } = await staff('POST', '/api/payments/expenses', { ...spent, expense: 'wages', advertises: undefined });
  const desk = await signInAs(shop, 'desk');
  const seen = (await shop.call('GET', '/api/payments?kind=expense', { token: desk })).json.data;
  expect(seen).toEqual([]);
  expect(json.data).toMatchObject({ expense: 'wages', advertises: null });
  const packer = await signInAs(shop, 'packer');
  expect((await shop.call('POST', '/api/payments/expenses', { token: packer, body: spent })).status).toBe(403);
});
