import { describe, expect, test } from 'vitest';
import { orderFor, PENDANT, RING } from '#tests/setup/samples/products.ts';
import { STAFF } from '#tests/setup/samples/staff.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();

const ringLine = { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size };
const stockOf = async (id: string): Promise<number> => (await shop.call('GET', `/api/products/${id}`)).json.data.stockQuantity;

/** Writes down an order of somebody new, as staff do for a chat. */
let people = 0;
function write(changes: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  people += 1;
  const body = { ...orderFor([ringLine], 2050), customerAddress: `House ${people}`, source: 'whatsapp', ...changes };
  return shop.call('POST', '/api/orders/by-staff', { body, headers, token: shop.token });
}

describe('an order that staff write down', () => {
  test('takes pieces at the shop’s price and remembers where it began and who wrote it', async () => {
    const before = await stockOf(RING.id);
    const { status, json } = await write({ source: 'instagram', customerPhone: '۰۳۲۱ ۷۶۵۴۳۲۱' });
    expect(status).toBe(201);
    expect(json.data).toMatchObject({
      source: 'instagram',
      customerPhone: '+923217654321',
      status: 'pending',
      totalAmount: 2050,
    });
    expect(await stockOf(RING.id)).toBe(before - 1);
    const [placed] = await shop.rows(`
      select s.username, h.actor = s.id as is_booked from orders o join staff s on s.id = o.placed_by
        join stock_history h on h.reference_number = o.order_number where o.id = '${json.data.id}'`);
    expect(placed).toEqual({ username: STAFF.username, is_booked: true });
    const { json: read } = await shop.staff('GET', `/api/orders/${json.data.id}`);
    expect(read.data.source).toBe('instagram');
  });

  test('is found by where it began, together with other filters', async () => {
    const written = (await write({ source: 'counter', customerName: 'Counter Kiran' })).json.data;
    await write({ source: 'phone', customerName: 'Phone Kiran' });
    const idsOf = async (query: string) => (await shop.staff('GET', `/api/orders?${query}`)).json.data.map(({ id }: any) => id);
    expect(await idsOf('source=counter')).toEqual([written.id]);
    expect(await idsOf('source=counter&search=kiran&status=pending')).toEqual([written.id]);
    expect(await idsOf('source=counter&status=delivered')).toEqual([]);
    expect(await idsOf('source=website&search=kiran')).toEqual([]);
    const { json } = await shop.staff('GET', '/api/orders?source=counter&limit=1');
    expect(json.pagination.totalItems).toBe(1);
    expect((await shop.staff('GET', '/api/orders?source=fax')).status).toBe(422);
  });

  test('needs no e-mail address, and then nothing is mailed', async () => {
    const mails = async () => (await shop.rows('select count(*)::int as n from mail_outbox'))[0].n;
    const before = await mails();
    const { json } = await write({ customerEmail: '' });
    expect(json.data.customerEmail).toBe('');
    expect(await mails()).toBe(before);
    await write({ customerEmail: 'Hina@Example.com' });
    const [mail] = await shop.rows('select recipient from mail_outbox order by created_at desc limit 1');
    expect([await mails(), mail.recipient]).toEqual([before + 1, 'hina@example.com']);
    const address = { customerAddress: 'House 900' };
    const corrected = await shop.staff('PUT', `/api/orders/${json.data.id}`, { customerEmail: '', ...address });
    expect(corrected.json.data).toMatchObject({ customerEmail: '', ...address });
  });

  test('is placed once per key, asked about when it is repeated, and refused when its total has changed', async () => {
    const key = () => ({ 'Idempotency-Key': crypto.randomUUID() });
    const one = key();
    const address = { customerAddress: 'House 902' };
    const first = await write(address, one);
    expect((await write(address, one)).json).toEqual(first.json);
    expect((await write(address, key())).json.code).toBe('order_repeated');
    expect((await write({ ...address, repeat: true }, key())).status).toBe(201);
    const { status, json } = await write({ totalAmount: 1850 });
    expect([status, json.code]).toEqual([409, 'price_changed']);
    expect(json.details).toMatchObject({ subtotal: 1850, shipping: 200, total: 2050, delivery: { fee: 200 } });
  });

  test('needs no address at the counter, where it is collected: then nothing is delivered, charged for delivery or sent', async () => {
    const counter = { source: 'counter', customerAddress: '', city: '', totalAmount: 1850 };
    const { status, json } = await write({ ...counter, customerPhone: '0333 7654321', customerEmail: 'counter@example.com' });
    expect([status, json.data.customerAddress, json.data.shipping, json.data.totalAmount]).toEqual([201, '', 0, 1850]);
    const { id, items, customerId, confirmation } = json.data;
    expect(confirmation.reasons.map(({ code }: any) => code)).not.toEqual(
      expect.arrayContaining(['short_address', 'unknown_city', 'orders_of_address']),
    );
    const [mail] = await shop.rows('select payload from mail_outbox order by created_at desc limit 1');
    expect(mail.payload.customer_address).toBe('');

    const more = [
      { ...ringLine, id: items[0].id },
      { productId: PENDANT.id, quantity: 1 },
    ];
    const changed = await shop.staff('PUT', `/api/orders/${id}/items`, { items: more });
    expect(changed.json.data.after.shipping).toBe(0);
    expect((await shop.staff('GET', `/api/customers/${customerId}`)).json.data.addresses).toEqual([]);
    const shipped = await shop.staff('POST', '/api/shipments', { orderId: id });
    expect([shipped.status, shipped.json.errors[0].path]).toEqual([422, 'orderId']);

    const named = await shop.staff('PUT', `/api/orders/${id}`, { customerName: 'Walk-in', customerAddress: '' });
    expect(named.json.data).toMatchObject({ customerName: 'Walk-in', customerAddress: '' });
    expect((await shop.staff('PUT', `/api/orders/${id}`, { customerAddress: 'House 950' })).status).toBe(200);
    expect((await shop.staff('POST', '/api/shipments', { orderId: id })).status).toBe(201);
  });

  test('is tracked, and shown on its page, as collected until it has an address', async () => {
    const counter = { source: 'counter', customerAddress: '', city: '', totalAmount: 1850, customerPhone: '0333 7654322' };
    const { id, orderNumber } = (await write(counter)).json.data;
    const [, key] = (await shop.staff('GET', `/api/orders/${id}/page-link`)).json.data.link.split('#');
    const shown = async () => {
      const body = { orderNumber, phone: '0333 7654322' };
      const tracked = await shop.call('POST', '/api/orders/track', { body });
      const page = await shop.call('POST', '/api/order-page', { body: { orderNumber, key } });
      return [tracked.json.data.isCollected, page.json.data.isCollected, page.json.data.customerAddress];
    };
    expect(await shown()).toEqual([true, true, '']);
    await shop.staff('PUT', `/api/orders/${id}`, { customerAddress: 'House 952' });
    expect(await shown()).toEqual([false, false, expect.stringContaining('House…')]);
  });

  test('has an address everywhere else, when it is written down and when it is corrected', async () => {
    for (const customerAddress of ['', '  ', undefined]) {
      const { status, json } = await write({ source: 'phone', customerAddress });
      expect([status, json.errors]).toEqual([422, [{ path: 'customerAddress', message: 'Required' }]]);
    }
    const { json } = await write({ source: 'phone', customerAddress: 'House 951' });
    const corrected = await shop.staff('PUT', `/api/orders/${json.data.id}`, { customerAddress: ' ' });
    expect([corrected.status, corrected.json.errors[0].path]).toEqual([422, 'customerAddress']);
  });

  test('says where it began, which is never the website', async () => {
    for (const source of [undefined, 'website', 'telegram']) {
      const { status, json } = await write({ source });
      expect([status, json.errors[0].path]).toEqual([422, 'source']);
    }
  });

  test('of a choice that is gone, or of more pieces than there are, is refused like a shopper’s', async () => {
    const choice = await write({ items: [{ ...ringLine, selectedSize: '99' }] });
    expect(choice.json.code).toBe('choice_unavailable');
    const many = await write({ items: [{ productId: PENDANT.id, quantity: PENDANT.stock + 1 }] });
    expect(many.json.code).toBe('out_of_stock');
  });
});

test('what a shopper places comes from the website, whatever the request says, and shoppers are not told', async () => {
  const body = { ...orderFor([ringLine], 2050, { customerAddress: 'House 903' }), source: 'counter' };
  const { json } = await shop.call('POST', '/api/orders', { body });
  expect(json.data).not.toHaveProperty('source');
  expect((await shop.staff('GET', `/api/orders/${json.data.id}`)).json.data.source).toBe('website');
  const noAddress = await shop.call('POST', '/api/orders', { body: { ...body, customerAddress: '' } });
  expect(noAddress.json.errors[0].path).toBe('customerAddress');
});

describe('for a blocked customer', () => {
  const address = (house: number) => ({ customerAddress: `House ${house}, Street 7` });

  /** A customer who ordered once, blocked since then. */
  async function blocked(customerPhone: string, block: 'do_not_ship' | 'prepaid_only') {
    const { json } = await write({ customerPhone });
    const { customerId } = json.data;
    await shop.staff('PUT', `/api/customers/${customerId}`, { block });
    return customerId as string;
  }

  test('staff need a reason, and without one nothing is written or taken', async () => {
    const customerPhone = '0312 8880001';
    const customerId = await blocked(customerPhone, 'do_not_ship');
    const before = await stockOf(RING.id);
    const { status, json } = await write({ customerPhone: '+92 312 8880001', ...address(1) });
    expect([status, json.code, json.message]).toEqual([
      409,
      'customer_blocked',
      'This customer is blocked: do not ship. Give a reason to place the order all the same.',
    ]);
    expect(json.details).toEqual({ block: 'do_not_ship' });
    expect(await stockOf(RING.id)).toBe(before);
    expect((await shop.staff('GET', `/api/customers/${customerId}`)).json.data.record.orders).toBe(1);
  });

  test('the reason stands in the timeline, with the block and who gave it', async () => {
    const customerPhone = '0312 8880002';
    await blocked(customerPhone, 'prepaid_only');
    expect((await write({ customerPhone, ...address(2) })).json.message).toBe(
      'This customer must pay before. Give a reason to place the order all the same.',
    );
    const { status, json } = await write({ customerPhone, ...address(2), blockReason: '  Paid by transfer  ' });
    expect(status).toBe(201);
    const timeline = (await shop.staff('GET', `/api/orders/${json.data.id}/timeline`)).json.data;
    expect(timeline).toContainEqual(
      expect.objectContaining({
        kind: 'order',
        subject: 'blocked',
        after: { block: 'prepaid_only' },
        note: 'Paid by transfer',
        actorName: STAFF.username,
      }),
    );
  });

  test('the reason is kept as it was typed, in the form that the shop stores', async () => {
    const customerPhone = '0312 8880007';
    await blocked(customerPhone, 'do_not_ship');
    const typed = (hidden: string) => `<b>Paid</b>${hidden}'); drop table orders; -- "عائشہ" $1`;
    const { json } = await write({ customerPhone, ...address(7), blockReason: typed('\u200b') });
    const timeline = (await shop.staff('GET', `/api/orders/${json.data.id}/timeline`)).json.data;
    expect(timeline.find(({ subject }: any) => subject === 'blocked').note).toBe(typed(''));
  });

  test('the reason has three to two hundred characters', async () => {
    for (const [blockReason, message] of [
      ['  ', 'Required'],
      [' no ', 'At least 3 characters'],
      ['x'.repeat(201), 'At most 200 characters'],
    ]) {
      const { status, json } = await write({ blockReason });
      expect([status, json.errors]).toEqual([422, [{ path: 'blockReason', message }]]);
    }
    const customerPhone = '0312 8880003';
    await blocked(customerPhone, 'do_not_ship');
    for (const [house, length] of [3, 200].entries()) {
      const sent = { customerPhone, ...address(30 + house), blockReason: 'x'.repeat(length) };
      expect((await write(sent)).status).toBe(201);
    }
  });

  test('a reason for somebody who is not blocked leaves nothing behind', async () => {
    const { status, json } = await write({ customerPhone: '0312 8880004', blockReason: 'Was blocked a minute ago' });
    expect(status).toBe(201);
    const timeline = (await shop.staff('GET', `/api/orders/${json.data.id}/timeline`)).json.data;
    expect(timeline.map(({ subject }: any) => subject)).not.toContain('blocked');
  });

  test('an order sent again under its key is the one that was placed, though they were blocked since', async () => {
    const customerPhone = '0312 8880005';
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const first = await write({ customerPhone, ...address(5) }, key);
    await shop.staff('PUT', `/api/customers/${first.json.data.customerId}`, { block: 'do_not_ship' });
    const again = await write({ customerPhone, ...address(5) }, key);
    expect([again.status, again.json.data.id]).toEqual([201, first.json.data.id]);
  });

  test('shoppers order as before: their orders wait for the desk', async () => {
    const customerPhone = '0312 8880006';
    await blocked(customerPhone, 'do_not_ship');
    const body = orderFor([ringLine], 2050, { customerPhone, ...address(6) });
    const { status, json } = await shop.call('POST', '/api/orders', { body });
    expect(status).toBe(201);
    const { confirmation } = (await shop.staff('GET', `/api/orders/${json.data.id}`)).json.data;
    expect(confirmation.reasons.map(({ code }: any) => code)).toContain('blocked');
  });
});
