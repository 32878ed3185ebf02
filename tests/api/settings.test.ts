import { beforeEach, describe, expect, test } from 'vitest';
import type { SavedSettings, Settings } from '#domain/settings/contract.ts';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';
import { codeOf } from '#tests/setup/samples/one-time-codes.ts';
import { orderFor, RING } from '#tests/setup/samples/products.ts';
import { STAFF, signInAs } from '#tests/setup/samples/staff.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
const { staff } = shop;

const read = async (): Promise<SavedSettings> => (await shop.call('GET', '/api/settings')).json.data;
const save = (body: object) => staff('PUT', '/api/settings', { ...body, proof: STAFF.password });

beforeEach(async () => {
  expect((await save(DEFAULT_SETTINGS)).status).toBe(200);
});

describe('the settings', () => {
  test('are those of a new shop until an owner changes them, also when their row is missing', async () => {
    await shop.rows('delete from shop_settings');
    expect(await read()).toEqual({ ...DEFAULT_SETTINGS, updatedAt: null });
    expect((await save({ returns: { days: 14 }, updatedAt: null })).status).toBe(200);
    expect((await read()).returns.days).toBe(14);
  });

  test('are read by anyone and changed by staff', async () => {
    const body = { returns: { days: 7 } };
    expect((await shop.call('PUT', '/api/settings', { body })).status).toBe(401);
    expect((await read()).returns.days).toBe(30);
    expect((await save(body)).json.data.returns.days).toBe(7);
  });

  test('change by group, and other groups stay', async () => {
    const before = await read();
    const { json } = await save({ delivery: { freeFrom: 4000, fee: 250 }, updatedAt: before.updatedAt });
    expect(json.data).toEqual({ ...before, delivery: { freeFrom: 4000, fee: 250 }, updatedAt: expect.any(String) });
    expect(await read()).toEqual(json.data);
  });

  test('are not overwritten from an older version', async () => {
    const { updatedAt } = await read();
    await save({ returns: { days: 21 }, updatedAt });
    const { status, json } = await save({ returns: { days: 10 }, updatedAt });
    expect([status, json.code]).toEqual([409, 'edited_meanwhile']);
    expect((await read()).returns.days).toBe(21);
  });

  test('take fields missing from an older row from the defaults', async () => {
    await shop.rows(`update shop_settings set content = '{"identity": {"name": "Zewar"}}' where id`);
    const { identity, claims } = await read();
    expect(identity).toEqual({ ...DEFAULT_SETTINGS.identity, name: 'Zewar' });
    expect(claims).toEqual(DEFAULT_SETTINGS.claims);
  });
});

describe('what an owner types', () => {
  const { identity, contact, announcement, claims } = DEFAULT_SETTINGS;

  test.each<[string, Partial<Record<keyof Settings, unknown>>, string, string]>([
    ['no name', { identity: { ...identity, name: ' ' } }, 'identity.name', 'Enter the name of the shop'],
    ['a long name', { identity: { ...identity, name: 'a'.repeat(41) } }, 'identity.name', 'At most 40 characters'],
    [
      'a broken line',
      { identity: { ...identity, tagline: 'a\nb' } },
      'identity.tagline',
      'Contains characters that cannot be used',
    ],
    [
      'letters as a phone',
      { contact: { ...contact, phone: 'call us' } },
      'contact.phone',
      'Enter a phone number of 7 to 15 digits',
    ],
    ['half an e-mail', { contact: { ...contact, email: 'care@' } }, 'contact.email', 'Enter a valid e-mail address'],
    [
      'a script as a link',
      { contact: { ...contact, instagram: 'javascript:alert(1)' } },
      'contact.instagram',
      'Enter an address that begins with https://',
    ],
    ['no delivery limit', { delivery: { freeFrom: 0, fee: 200 } }, 'delivery.freeFrom', 'At least 1'],
    ['paisa for delivery', { delivery: { freeFrom: 2999, fee: 199.5 } }, 'delivery.fee', 'Enter whole rupees'],
    ['a negative fee', { delivery: { freeFrom: 2999, fee: -1 } }, 'delivery.fee', 'At least 1'],
    ['a dear fee', { delivery: { freeFrom: 2999, fee: 10_001 } }, 'delivery.fee', 'At most 10,000'],
    ['no days of return', { returns: { days: 0 } }, 'returns.days', 'At least 1'],
    [
      'an empty announcement',
      { announcement: { ...announcement, text: '' } },
      'announcement.text',
      'Enter the announcement, or switch it off',
    ],
    [
      'a claim without words',
      { claims: { ...claims, certified: { isShown: true, text: '' } } },
      'claims.certified.text',
      'Enter the promise, or switch it off',
    ],
    ['a rebuild in a moment', { pages: { rebuild: 'interval', minutes: 4, hour: 3 } }, 'pages.minutes', 'At least 5'],
    [
      'an interval of days',
      { pages: { rebuild: 'interval', minutes: 1441, hour: 3 } },
      'pages.minutes',
      'At most 1440, which is a day',
    ],
    ['an hour that is none', { pages: { rebuild: 'nightly', minutes: 60, hour: 24 } }, 'pages.hour', 'From 0 to 23'],
    [
      'a testimonial of nobody',
      { testimonials: { isShown: true, items: [{ name: '', city: '', text: 'Lovely' }] } },
      'testimonials.items.0.name',
      'Enter a name',
    ],
  ])('%s is refused at its field, and nothing is saved', async (_, body, path, message) => {
    const before = await read();
    const { status, json } = await save({ returns: { days: 3 }, ...body });
    expect([status, json.errors]).toEqual([422, [{ path, message }]]);
    expect(await read()).toEqual(before);
  });

  test('an unknown sort order, an incomplete group and an empty change are refused', async () => {
    expect((await save({ listing: { order: 'random' } })).json.errors[0].path).toBe('listing.order');
    expect((await save({ delivery: { fee: 100 } })).json.errors[0].path).toBe('delivery.freeFrom');
    expect((await save({})).json.errors[0].message).toBe('Nothing to change');
  });

  test.each([
    ['0300 1234567', '923001234567'],
    ['+92 321-765 4321', '923217654321'],
    ['00971501234567', '971501234567'],
  ])('WhatsApp’s %s is kept as %s', async (typed, kept) => {
    expect((await save({ contact: { ...contact, whatsapp: typed } })).json.data.contact.whatsapp).toBe(kept);
  });
});

describe('a new delivery rule', () => {
  const items = [{ productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size }];

  test('applies to the next quote and the next order', async () => {
    await save({ delivery: { freeFrom: 5000, fee: 350 } });
    const { data: quote } = (await shop.call('POST', '/api/cart/quote', { body: { items } })).json;
    expect(quote).toMatchObject({ shipping: 350, total: RING.price + 350, delivery: { freeFrom: 5000, fee: 350 } });
    const { json } = await shop.call('POST', '/api/orders', { body: orderFor(items, RING.price + 350) });
    expect(json.data).toMatchObject({ shipping: 350, totalAmount: RING.price + 350 });
  });

  test('is shown to a shopper who has not seen it before they order', async () => {
    const body = orderFor(items, RING.price + DEFAULT_SETTINGS.delivery.fee);
    await save({ delivery: { freeFrom: 2999, fee: 300 } });
    const { status, json } = await shop.call('POST', '/api/orders', { body });
    expect([status, json.code]).toEqual([409, 'price_changed']);
    expect(json.details).toMatchObject({ total: RING.price + 300, delivery: { freeFrom: 2999, fee: 300 } });
  });
});

test('a change makes one build, a save without changes makes none', async () => {
  const waiting = async () =>
    (await shop.rows(`select count(*)::int as builds from site_builds where status = 'pending'`))[0].builds;
  await shop.rows('delete from site_builds where true');
  await save({ returns: { days: 30 } });
  expect(await waiting()).toBe(0);
  await save({ returns: { days: 14 } });
  await save({ returns: { days: 15 } });
  expect(await waiting()).toBe(1);
});

describe('what owners keep', () => {
  const asSana = (body: object) => staff('PUT', '/api/settings', body);
  const audit = async () => (await staff('GET', '/api/audit-log')).json.data;
  const latest = () =>
    shop.rows('select actor_name, subject, before, after from audit_log order by created_at desc, id desc limit 1');
  const manager = async () => {
    const token = await signInAs(shop, 'manager');
    return (method: string, path: string, body: object) => shop.call(method, path, { token, body });
  };
  const number = '923339999999';

  test('is refused to a manager by name, and their other settings are saved', async () => {
    const { contact, updatedAt } = await read();
    const asManager = await manager();
    for (const [body, message] of [
      [{ contact: { ...contact, whatsapp: number }, proof: STAFF.password }, 'Only owners change the contact.'],
      [{ delivery: { freeFrom: 1, fee: 1 } }, 'Only owners change the delivery rule.'],
      [{ returns: { days: 9 }, delivery: { freeFrom: 1, fee: 1 } }, 'Only owners change the delivery rule.'],
    ] as const) {
      const { status, json } = await asManager('PUT', '/api/settings', body);
      expect([status, json.code, json.message]).toEqual([403, 'owner_only', message]);
    }
    expect((await read()).updatedAt).toBe(updatedAt);
    expect((await asManager('PUT', '/api/settings', { returns: { days: 9 } })).status).toBe(200);
    const { gateSince, updatedAt: _, ...rules } = (await staff('GET', '/api/confirmations/rules')).json.data;
    const changed = await asManager('PUT', '/api/confirmations/rules', { ...rules, gate: gateSince !== null, maxOpenOrders: 1 });
    expect(changed.json).toMatchObject({ code: 'owner_only' });
  });

  test('is noted with who, before and after, also where before was the default', async () => {
    expect((await asSana({ delivery: { freeFrom: 5000, fee: 300 } })).status).toBe(200);
    expect(await latest()).toEqual([
      {
        actor_name: 'sana',
        subject: 'delivery',
        before: DEFAULT_SETTINGS.delivery,
        after: { freeFrom: 5000, fee: 300 },
      },
    ]);
    await shop.rows(`update shop_settings set content = '{}' where id`);
    const contact = { ...DEFAULT_SETTINGS.contact, whatsapp: number };
    expect((await asSana({ contact, proof: STAFF.password })).status).toBe(200);
    expect(await latest()).toMatchObject([
      { subject: 'contact', before: { whatsapp: DEFAULT_SETTINGS.contact.whatsapp }, after: { whatsapp: number } },
    ]);
    const { gateSince, updatedAt: _, ...rules } = (await staff('GET', '/api/confirmations/rules')).json.data;
    const body = { ...rules, gate: gateSince !== null, maxOpenOrders: 7 };
    expect((await staff('PUT', '/api/confirmations/rules', body)).status).toBe(200);
    expect(await latest()).toMatchObject([{ subject: 'confirmation rules', after: { max_open_orders: 7 } }]);
    expect(JSON.stringify(await audit())).not.toContain(STAFF.password);
  });

  test('asks for the password again where customers are sent, and nothing changes without it', async () => {
    const { contact } = await read();
    const moved = { ...contact, whatsapp: number };
    const { status, json } = await shop.call('PUT', '/api/settings', { token: shop.token, body: { contact: moved } });
    expect([status, json.code, json.details]).toEqual([403, 'proof_needed', { by: 'password' }]);
    for (const proof of ['a wrong password', '123456']) {
      const { status, json } = await asSana({ contact: moved, proof });
      expect([status, json.errors]).toEqual([422, [{ path: 'proof', message: 'This is not your password' }]]);
    }
    expect((await read()).contact).toEqual(contact);
    // What stays as it is needs no proof.
    expect((await asSana({ contact })).status).toBe(200);
  });

  test('takes the code of a second factor once', async () => {
    const factor = '/api/auth/admin/second-factor';
    const { secret } = (await staff('POST', `${factor}/secret`, {})).json.data;
    await staff('POST', factor, { password: STAFF.password, secret, code: codeOf(secret, -1) });
    const { contact } = await read();
    const code = codeOf(secret);
    expect((await asSana({ contact: { ...contact, whatsapp: number }, proof: code })).status).toBe(200);
    const again = await asSana({ contact: { ...contact, phone: '0300 7654321' }, proof: code });
    expect(again.json.errors).toEqual([{ path: 'proof', message: expect.stringContaining('not right, or was used already') }]);
  });
});
