import { describe, expect, test } from 'vitest';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop({ rateLimits: 'on' });
const { staff } = shop;

const LIPSTICK = '68f0a1000000000000000232';
const items = [{ productId: LIPSTICK, quantity: 1 }];
const { json: plain } = await shop.call('POST', '/api/cart/quote', { body: { items } });
const { subtotal, shipping, total } = plain.data;

let orders = 0;

function order(changes: Record<string, unknown>) {
  orders += 1;
  const customerPhone = `0301 ${String(7_000_000 + orders)}`;
  const customer = {
    customerName: 'Hira Malik',
    customerEmail: 'hira@example.com',
    customerPhone,
    customerAddress: `House ${orders}`,
  };
  return { ...customer, city: 'Lahore', items, totalAmount: total, ...changes };
}

/** Places an order from a network of its own. */
function place(changes: Record<string, unknown>) {
  const body = order(changes);
  return shop.call('POST', '/api/orders', {
    body,
    ip: `198.51.100.${orders}`,
    headers: { 'Idempotency-Key': `codes-${orders}-0123456789` },
  });
}

async function addCode(code: Record<string, unknown>) {
  const { status, json } = await staff('POST', '/api/discount-codes', { kind: 'percent', value: 10, ...code });
  expect(status).toBe(201);
  return json.data;
}

describe('a quote', () => {
  test('without a code says nothing about one', () => {
    expect(Object.keys(plain.data).toSorted()).toEqual(['delivery', 'items', 'shipping', 'subtotal', 'total']);
  });

  test('with a code says what it takes off', async () => {
    await addCode({ code: 'quote-10' });
    const { json } = await shop.call('POST', '/api/cart/quote', { body: { items, code: 'Quote 10' } });
    const discount = Math.round(subtotal / 10);
    expect(json.data).toMatchObject({ code: 'QUOTE10', discount, deliveryDiscount: 0, total: subtotal - discount + shipping });
  });

  test('says why a code takes nothing off', async () => {
    await addCode({ code: 'MINIMUM', minimum: subtotal + 450 });
    const { json } = await shop.call('POST', '/api/cart/quote', { body: { items, code: 'MINIMUM' } });
    expect(json.data).toMatchObject({ refusedCode: { code: 'MINIMUM', reason: 'minimum', missing: 450 }, total });
  });

  test('is refused to a network that tries twenty codes nobody knows, also with the right one', async () => {
    await addCode({ code: 'RIGHT' });
    const ask = (code: string) => shop.call('POST', '/api/cart/quote', { body: { items, code }, ip: '203.0.113.77' });
    for (let known = 0; known < 3; known += 1) expect((await ask('RIGHT')).status).toBe(200);
    for (let tried = 0; tried < 20; tried += 1) expect((await ask(`WRONG${tried}`)).status).toBe(200);
    const refused = await ask('RIGHT');
    expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_guesses', message: /codes/ } });
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    const placed = await shop.call('POST', '/api/orders', { body: order({ code: 'RIGHT' }), ip: '203.0.113.77' });
    expect(placed.status).toBe(429);
  });
});

describe('a code that a link brings', () => {
  const ask = (code: string, ip?: string) => shop.call('POST', '/api/cart/code', { body: { code }, ...(ip && { ip }) });

  test('says what it is good for, and nothing else about it', async () => {
    await addCode({
      code: 'LINKED',
      name: 'Hira',
      value: 15,
      minimum: 3000,
      categories: ['rings'],
      maxUses: 9,
      newCustomersOnly: true,
    });
    const { json } = await ask('linked');
    expect(json.data).toEqual({
      terms: {
        ...{ code: 'LINKED', kind: 'percent', target: 'lines', value: 15, minimum: 3000 },
        ...{ categories: ['rings'], isForSome: false, newCustomersOnly: true },
      },
    });
  });

  test('says until when, and that it is for some pieces', async () => {
    const endsAt = new Date(Date.now() + 86_400_000).toISOString();
    await addCode({ code: 'UNTIL', productIds: [LIPSTICK], endsAt });
    const { terms } = (await ask('UNTIL')).json.data;
    expect(terms).toMatchObject({ isForSome: true, categories: [] });
    expect(Date.parse(terms.endsAt)).toBe(Date.parse(endsAt));
  });

  test('says why it is good for nothing', async () => {
    const startsAt = new Date(Date.now() + 86_400_000).toISOString();
    await addCode({ code: 'SOON', startsAt });
    await addCode({ code: 'PAUSED', isPaused: true });
    expect((await ask('SOON')).json.data.refusedCode).toMatchObject({ code: 'SOON', reason: 'not_yet' });
    expect((await ask('PAUSED')).json.data).toEqual({ refusedCode: { code: 'PAUSED', reason: 'ended' } });
    expect((await ask('NOSUCH')).json.data).toEqual({ refusedCode: { code: 'NOSUCH', reason: 'unknown' } });
    expect((await ask('X'.repeat(41))).json).toMatchObject({ code: 'validation_failed', errors: [{ path: 'code' }] });
  });

  test('is guessed no more often than one that is typed', async () => {
    await addCode({ code: 'GUESSME' });
    for (let tried = 0; tried < 20; tried += 1) expect((await ask(`GUESS${tried}`, '203.0.113.78')).status).toBe(200);
    expect(await ask('GUESSME', '203.0.113.78')).toMatchObject({ status: 429, json: { code: 'too_many_guesses' } });
  });
});

describe('an order', () => {
  test('without a code says nothing about one', async () => {
    const { json } = await place({});
    const tracking = { orderNumber: json.data.orderNumber, phone: json.data.customerPhone };
    const tracked = await shop.call('POST', '/api/orders/track', { body: tracking });
    const fields = ['discount', 'deliveryDiscount', 'discountCode', 'discountReason', 'code'];
    expect(fields.filter((field) => field in json.data || field in json.data.items[0])).toEqual([]);
    expect(fields.filter((field) => field in tracked.json.data)).toEqual([]);
  });

  test('with a code costs what the quote said, to its shopper, to staff and in its mail', async () => {
    await addCode({ code: 'PLACED', name: 'Ayesha on Instagram' });
    const discount = Math.round(subtotal / 10);
    const { status, json } = await place({ code: 'placed', totalAmount: total - discount });
    expect(status).toBe(201);
    const expected = { subtotal, discount, shipping, totalAmount: total - discount, discountCode: 'PLACED' };
    expect(json.data).toMatchObject({ ...expected, items: [{ discount }] });
    expect((await staff('GET', `/api/orders/${json.data.id}`)).json.data).toMatchObject(expected);
    const tracking = { orderNumber: json.data.orderNumber, phone: json.data.customerPhone };
    const tracked = await shop.call('POST', '/api/orders/track', { body: tracking });
    expect(tracked.json.data).toMatchObject({ discount, discountCode: 'PLACED', totalAmount: total - discount });
    const [mail] = await shop.rows(
      `select payload from mail_outbox where kind = 'order_confirmation' and payload ->> 'id' = '${json.data.id}'`,
    );
    expect(mail.payload).toMatchObject({ total_amount: total - discount, discount });
    const { json: list } = await staff('GET', '/api/discount-codes');
    expect(list.data.find(({ code }: { code: string }) => code === 'PLACED')).toMatchObject({
      uses: 1,
      placed: { orders: 1, discount },
    });
  });

  test('whose code is gone is refused whole, with the price without it', async () => {
    const code = await addCode({ code: 'GONE' });
    await staff('PUT', `/api/discount-codes/${code.id}`, { code: 'GONE', kind: 'percent', value: 10, isPaused: true });
    const { status, json } = await place({ code: 'GONE', totalAmount: total - 1 });
    expect(status).toBe(409);
    expect(json).toMatchObject({
      code: 'code_gone',
      details: { refusedCode: { code: 'GONE', reason: 'ended' }, total, delivery: {} },
    });
  });

  test('by staff may cost less for a reason', async () => {
    const discount = { amount: 150, reason: 'The box was dented' };
    const placed = await staff('POST', '/api/orders/by-staff', order({ source: 'phone', discount, totalAmount: total - 150 }));
    expect(placed.json.data).toMatchObject({ discount: 150, discountReason: 'The box was dented', totalAmount: total - 150 });
    const tooMuch = await staff(
      'POST',
      '/api/orders/by-staff',
      order({ source: 'phone', discount: { amount: subtotal + 1, reason: 'Gift' } }),
    );
    expect(tooMuch).toMatchObject({ status: 422, json: { errors: [{ path: 'discount.amount' }] } });
  });

  test.each([
    [{ amount: -1, reason: 'Gift' }, 'discount.amount'],
    [{ amount: 0, reason: 'Gift' }, 'discount.amount'],
    [{ amount: 12.345, reason: 'Gift' }, 'discount.amount'],
    [{ amount: 1e308, reason: 'Gift' }, 'discount.amount'],
    [{ amount: '50', reason: 'Gift' }, 'discount.amount'],
    [{ amount: null, reason: 'Gift' }, 'discount.amount'],
    [{ amount: 50, reason: ' ' }, 'discount.reason'],
    [{ amount: 50, reason: 'x'.repeat(201) }, 'discount.reason'],
    [[50, 'Gift'], 'discount'],
    [50, 'discount'],
  ])('by staff with %j off is refused at its field', async (discount, path) => {
    const { status, json } = await staff('POST', '/api/orders/by-staff', order({ source: 'phone', discount }));
    expect({ status, path: json.errors?.[0].path }).toEqual({ status: 422, path });
  });

  test.each([[''], [' '], [null], [5], [['EID10']], ['A'.repeat(10_000)], ['EID\u0000']])(
    'with the code %j is refused at its field, and so is its quote',
    async (code) => {
      const refused = { status: 422, json: { errors: [{ path: 'code' }] } };
      expect(await place({ code })).toMatchObject(refused);
      expect(await shop.call('POST', '/api/cart/quote', { body: { items, code } })).toMatchObject(refused);
    },
  );

  test('with a code of pictures is told that nobody knows it', async () => {
    const { status, json } = await place({ code: '🎁🎁🎁' });
    expect({ status, refused: json.details.refusedCode }).toEqual({
      status: 409,
      refused: { code: '🎁🎁🎁', reason: 'unknown' },
    });
  });

  test('of the website takes no sum off, whatever it says', async () => {
    const { status, json } = await place({ discount: { amount: 150, reason: 'Mine' }, totalAmount: total - 150 });
    expect({ status, code: json.code }).toEqual({ status: 409, code: 'price_changed' });
  });
});

describe('the owner', () => {
  test('cannot have two codes that read the same', async () => {
    await addCode({ code: 'LOOK10' });
    const { status, json } = await staff('POST', '/api/discount-codes', { code: 'L00KIO', kind: 'percent', value: 10 });
    expect({ status, message: json.message }).toEqual({ status: 409, message: 'There is a code LOOK10 that reads the same' });
  });

  test.each([
    ['code', { code: 'a!' }],
    ['value', { code: 'VALUE1', value: 101 }],
    ['value', { code: 'VALUE2', value: -5 }],
    ['endsAt', { code: 'ENDS', startsAt: '2026-12-02T00:00:00Z', endsAt: '2026-12-01T00:00:00Z' }],
    ['categories', { code: 'CATEG', categories: ['no-such-category'] }],
    ['productIds', { code: 'PRODU', productIds: ['ffffffffffffffffffffffff'] }],
    ['maxUses', { code: 'USES', maxUses: 0 }],
    ['code', { code: '' }],
    ['code', { code: null }],
    ['code', { code: '🎁🎁🎁' }],
    ['code', { code: 'A'.repeat(10_000) }],
    ['value', { code: 'VALUE3', value: 12.345 }],
    ['value', { code: 'VALUE4', kind: 'sum', value: 1e308 }],
    ['value', { code: 'VALUE5', value: [10] }],
    ['minimum', { code: 'MINI', minimum: 'a lot' }],
    ['startsAt', { code: 'FEBR', startsAt: '2026-02-30T00:00:00Z' }],
    ['startsAt', { code: 'DAY', startsAt: '2026-11-20' }],
    ['endsAt', { code: 'YEAR', endsAt: '9999-12-31T23:59:59-14:00' }],
  ])('is told that %s is wrong', async (path, code) => {
    const { status, json } = await staff('POST', '/api/discount-codes', { kind: 'percent', value: 10, ...code });
    expect({ status, path: json.errors?.[0].path }).toEqual({ status: 422, path });
  });

  test('does not overwrite what somebody else changed, and leaves a trace', async () => {
    const code = await addCode({ code: 'TRACE' });
    const edit = { code: 'TRACE', kind: 'percent', updatedAt: code.updatedAt };
    expect((await staff('PUT', `/api/discount-codes/${code.id}`, { ...edit, value: 20 })).status).toBe(200);
    expect((await staff('PUT', `/api/discount-codes/${code.id}`, { ...edit, value: 30 })).json.code).toBe('edited_meanwhile');
    const [row] = await shop.rows(
      `select before, after from audit_log where subject = 'discount code TRACE' and before <> '{}' order by created_at desc limit 1`,
    );
    expect(row).toMatchObject({ before: { value: 10 }, after: { value: 20 } });
  });
});
