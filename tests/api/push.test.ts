import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { addStaff } from '#local/staff/staff-accounts.ts';
import { makeVapidKeys } from '#server/push/vapid-keys.ts';
import { type PushDouble, startPushDouble } from '#tests/setup/doubles/push-double.ts';
import { orderFor, PENDANT } from '#tests/setup/samples/products.ts';
import type { STAFF } from '#tests/setup/samples/staff.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';
import { provokes } from '#tests/setup/vitest/server-log.ts';

const service = await startPushDouble();
const keys = makeVapidKeys();
Object.assign(process.env, {
  VAPID_PUBLIC_KEY: keys.publicKey,
  VAPID_PRIVATE_KEY: keys.privateKey,
  VAPID_SUBJECT: 'mailto:care@your.shop',
  PUSH_TEST_SERVICE: service.url,
});
afterAll(() => service.stop());
const shop = await staffedShop();
const { staff } = shop;

const BILAL = { email: 'bilal@shop.test', username: 'bilal', password: 'a long enough password' };
await addStaff(shop.supabase, BILAL);
const signIn = async (who: typeof STAFF) => (await shop.call('POST', '/api/auth/admin/login', { body: who })).json.data.token;

await staff('POST', '/api/stock-history/adjust', { productId: PENDANT.id, quantity: 500, transactionType: 'adjustment' });

beforeEach(async () => {
  await shop.idle();
  await shop.rows('delete from push_devices');
  service.refuseWith(null);
  service.arrived.length = 0;
  service.complaints.length = 0;
});

type Subscribed = ReturnType<PushDouble['subscribe']> & { id: string };

/** A browser of a staff member that gets notifications. */
async function device(wishes?: object, token?: string): Promise<Subscribed> {
  const subscription = service.subscribe(keys.publicKey);
  const call = (method: string, path: string, body: object) => shop.call(method, path, { body, token: token ?? shop.token });
  const { status, json } = await call('POST', '/api/push/devices', subscription);
  expect([status, json.data?.kinds]).toEqual([201, ['new_order', 'answer', 'parcel', 'trouble']]);
  if (wishes) await call('PUT', `/api/push/devices/${json.data.id}`, { quietFrom: null, quietTo: null, kinds: [], ...wishes });
  return { ...subscription, id: json.data.id };
}

let houses = 0;
async function place(changes: Record<string, unknown> = {}) {
  const body = {
    ...orderFor([{ productId: PENDANT.id, quantity: 1 }], 1550),
    customerAddress: `House ${++houses}`,
    customerPhone: `0300 55${String(10_000 + houses)}`,
    ...changes,
  };
  const { status, json } = await shop.call('POST', '/api/orders', { body });
  expect(status, JSON.stringify(json)).toBe(201);
  return json.data;
}

const titles = () => service.arrived.map(({ message }) => message.notification.title);
const outbox = (columns: string) => shop.rows(`select ${columns} from push_outbox order by created_at, id`);
const due = () => shop.rows(`update push_outbox set next_attempt_at = now() where sent_at is null`);
const housekeeping = () => shop.runScheduled('housekeeping');

describe('what arrives', () => {
  test('a new order arrives after its answer, with its sum and its city and nothing about a person, and opens behind the login', async () => {
    await device();
    const canaries = {
      customerName: 'Canary Person',
      customerEmail: 'canary@example.com',
      customerPhone: '0300 7654321',
      secondPhone: '0333 1112223',
      customerAddress: 'House CANARY-9, Canary Street',
      notes: 'Canary note',
    };
    const { orderNumber } = await place({ ...canaries, city: 'lhr' });
    await shop.idle();
    expect(service.complaints).toEqual([]);
    expect(service.arrived).toHaveLength(1);
    const [{ text, message, headers } = expect.fail()] = service.arrived;
    expect(message.notification).toMatchObject({
      title: 'New order · Rs 1,550 · Lahore',
      body: orderNumber,
      navigate: `${process.env.URL}/admin/orders/${orderNumber}`,
    });
    expect(Number(message.notification.app_badge)).toBeGreaterThan(0);
    expect(headers).toMatchObject({ ttl: 86_400, urgency: 'high' });
    expect(text).not.toMatch(/canary|7654321|1112223/i);
    expect(JSON.stringify(await outbox('fact, payload'))).not.toMatch(/canary|7654321|1112223/i);
  });

  test('a city that nobody knows could be anything: it is left out', async () => {
    await device();
    await place({ city: 'Canary Khan, 0300 7654321' });
    await shop.idle();
    expect(titles()).toEqual(['New order · Rs 1,550']);
  });

  test('an order that staff wrote down themselves is no news', async () => {
    await device();
    const body = {
      ...orderFor([{ productId: PENDANT.id, quantity: 1 }], 1550),
      source: 'phone',
      customerAddress: 'House by phone',
    };
    expect((await staff('POST', '/api/orders/by-staff', body)).status).toBe(201);
    await shop.idle();
    expect(titles()).toEqual([]);
  });

  test('what customers answer arrives once, whichever way it comes', async () => {
    await device();
    const { orderNumber, pageKey: key } = await place();
    await shop.idle();
    service.arrived.length = 0;
    const ofPage = (path: string, body: object) =>
      shop.call('POST', `/api/order-page/${path}`, { body: { orderNumber, key, ...body } });
    for (const _ of [1, 2]) await ofPage('cancellation', { reason: 'Canary reason' });
    await shop.idle();
    const contact = {
      firstName: 'Canary',
      lastName: 'Person',
      email: 'canary@example.com',
      subject: 'Canary',
      message: 'A canary',
    };
    await shop.call('POST', '/api/contact', { body: contact });
    await shop.idle();
    expect(titles()).toEqual([`Asks to cancel · ${orderNumber}`, 'New message']);
    expect(service.arrived.map(({ text }) => text).join()).not.toMatch(/canary/i);
  });

  test('a parcel that failed arrives, one that is delivered does not', async () => {
    await device();
    const order = await place({ city: 'Karachi' });
    await shop.rows(`update order_confirmations set state = 'confirmed', due_at = null where order_id = '${order.id}'`);
    const { json } = await staff('POST', '/api/shipments', { orderId: order.id });
    await shop.idle();
    service.arrived.length = 0;
    for (const status of ['shipped', 'failed']) await staff('PUT', `/api/shipments/${json.data.id}/status`, { status });
    await shop.idle();
    expect(titles()).toEqual([`Parcel failed · ${order.orderNumber} · Karachi`]);
    expect(service.arrived[0]?.message.notification.navigate).toBe(
      `${process.env.URL}/admin/shipments/${json.data.shipmentNumber}`,
    );
  });

  test('a product that gets low arrives once a day, to devices that want to know', async () => {
    await device({ kinds: ['low_stock'] });
    const count = (quantity: number) =>
      staff('POST', '/api/stock-history/adjust', { productId: PENDANT.id, quantity, transactionType: 'adjustment' });
    for (const pieces of [11, 10, 9, 20, 8, 0, 500]) await count(pieces);
    await housekeeping();
    expect(titles()).toEqual(['Low stock · Ruby Heart Pendant', 'Sold out · Ruby Heart Pendant']);
  });

  test('what is broken arrives at its owners, also at night, once, and once more when it is well again', async () => {
    await shop.rows(`update staff set role = 'desk' where username = 'bilal'`);
    await device({ kinds: ['trouble'], quietFrom: '00:00', quietTo: '23:59' });
    await device({ kinds: ['trouble'] }, await signIn(BILAL));
    await shop.rows(`select note_server_failure('/api/orders', 'internal_error', n::text) from generate_series(1, 20) n`);
    await housekeeping();
    await housekeeping();
    expect(titles()).toEqual(['Errors of the server · needs you']);
    await shop.rows('delete from server_failures');
    await housekeeping();
    expect(titles()).toEqual(['Errors of the server · needs you', 'Errors of the server · all is well again']);
    await shop.rows(`update staff set role = 'owner' where username = 'bilal'`);
  });

  test('what only owners decide arrives at every owner, whatever their phone is told of, at night too, and names nobody', async () => {
    await shop.rows('delete from rate_limits');
    const own = await device({ kinds: [], quietFrom: '00:00', quietTo: '23:59' });
    const other = await device({ kinds: [] }, await signIn(BILAL));
    await staff('POST', '/api/staff/invitations', { email: 'canary@shop.test', username: 'canary', role: 'desk' });
    await shop.idle();
    expect(titles()).toEqual(Array(2).fill('Somebody was invited to the staff'));
    expect(service.arrived.map(({ device: to }) => to).toSorted()).toEqual([own.endpoint, other.endpoint].toSorted());
    expect(service.arrived.map(({ text }) => text).join()).not.toMatch(/canary/);
  });

  test('everybody hears of what they may see: a packer of orders without their sums, the catalogue of none', async () => {
    for (const role of ['packer', 'catalogue']) {
      await shop.rows(`update staff set role = '${role}' where username = 'bilal'`);
      await device({ kinds: ['new_order', 'answer', 'trouble'] }, await signIn(BILAL));
      await place({ city: 'Karachi' });
      await shop.call('POST', '/api/contact', {
        body: { firstName: 'Hina', email: 'hina@example.com', subject: 'Hello', message: 'A message' },
      });
      await shop.idle();
    }
    expect(titles()).toEqual(['New order · Karachi']);
    await shop.rows(`update staff set role = 'owner' where username = 'bilal'`);
  });

  test('nothing is sent twice, however many send', async () => {
    await Promise.all([device(), device()]);
    const order = await place();
    await Promise.all([housekeeping(), housekeeping(), shop.idle()]);
    expect(titles()).toEqual(['New order · Rs 1,550 · Islamabad', 'New order · Rs 1,550 · Islamabad']);
    expect(new Set(service.arrived.map(({ device: to }) => to)).size).toBe(2);
    await shop.rows(`select shop.queue_push('new_order', 'order ${order.orderNumber}', '{}', 'see_orders')`);
    await housekeeping();
    expect(service.arrived).toHaveLength(2);
  });

  test('more than three at once are told in one', async () => {
    await device();
    await shop.rows(`select shop.queue_push('new_order', 'order flood-' || n, jsonb_build_object('number', 'ORD-' || n, 'total', 1, 'city', null), 'see_orders')
                       from generate_series(1, 12) n`);
    await shop.rows(`select shop.queue_push('answer', 'message m', '{"did": "message", "message": "m"}', 'answer_messages')`);
    await housekeeping();
    expect(titles()).toEqual(['12 new orders · 1 answer']);
  });
});

describe('quiet hours', () => {
  /** Hours that began an hour ago and end in one. */
  const quietNow = async () =>
    (
      await shop.rows(`select to_char(here - interval '1 hour', 'HH24:MI') as "quietFrom", to_char(here + interval '1 hour', 'HH24:MI') as "quietTo"
                         from (select now() at time zone 'Asia/Karachi' as here) h`)
    )[0];

  test('what falls into them waits and is told in one when they end', async () => {
    const { id } = await device({ kinds: ['new_order', 'answer'], ...(await quietNow()) });
    await place();
    await place();
    await shop.idle();
    await housekeeping();
    expect(titles()).toEqual([]);
    expect(await outbox('is_delayed, sent_at')).toEqual([
      { is_delayed: true, sent_at: null },
      { is_delayed: true, sent_at: null },
    ]);
    await shop.rows(`update push_devices set quiet_from = null, quiet_to = null where id = '${id}'`);
    await due();
    await housekeeping();
    await housekeeping();
    expect(titles()).toEqual(['2 new orders']);
  });

  test('one alone is told as it is, and changed hours count at once', async () => {
    const { id } = await device({ kinds: ['new_order'], ...(await quietNow()) });
    await place();
    await shop.idle();
    expect(titles()).toEqual([]);
    await staff('PUT', `/api/push/devices/${id}`, { kinds: ['new_order'], quietFrom: null, quietTo: null });
    await housekeeping();
    expect(titles()).toEqual(['New order · Rs 1,550 · Islamabad']);
  });

  test.each([
    ['22:00', '08:00', '2026-11-26T16:59:00Z', null],
    ['22:00', '08:00', '2026-11-26T17:00:00Z', '2026-11-27T03:00:00Z'],
    ['22:00', '08:00', '2026-11-27T02:59:00Z', '2026-11-27T03:00:00Z'],
    ['22:00', '08:00', '2026-11-27T03:00:00Z', null],
    ['13:00', '14:00', '2026-11-26T08:30:00Z', '2026-11-26T09:00:00Z'],
    ['13:00', '14:00', '2026-11-26T09:00:00Z', null],
  ])('%s to %s in Pakistan at %s', async (from, to, moment, ends) => {
    const [row] = await shop.rows(`select shop.quiet_until('${from}', '${to}', '${moment}') as ends`);
    expect(row.ends && new Date(row.ends).toISOString()).toBe(ends && new Date(ends).toISOString());
  });
});

describe('what the service answers', () => {
  test.each(['gone', 'unknown'] as const)('a device that is %s is forgotten', async (reason) => {
    await device();
    service.refuseWith(reason);
    await place();
    await shop.idle();
    expect((await staff('GET', '/api/push')).json.data.devices).toEqual([]);
  });

  test('a service that is busy is asked again when it says, and the order stands', async () => {
    const { endpoint } = await device();
    const other = await device();
    provokes('notifications not sent: push failed (429)');
    service.refuseWith('tooMany', endpoint);
    await place();
    await shop.idle();
    expect(service.arrived.map(({ device: to }) => to)).toEqual([other.endpoint]);
    const [row] = await shop.rows(
      `select last_error, next_attempt_at > now() + interval '100 seconds' as waits from push_outbox where sent_at is null`,
    );
    expect(row).toEqual({ last_error: 'push failed (429)', waits: true });
    service.refuseWith(null);
    await due();
    await housekeeping();
    expect(service.arrived).toHaveLength(2);
  });

  test('what is too large is given up, and the device goes on', async () => {
    await device();
    provokes('notifications not sent: push failed (413)');
    service.refuseWith('tooLarge');
    await place();
    await shop.idle();
    service.refuseWith(null);
    await due();
    await place();
    await shop.idle();
    expect(titles()).toHaveLength(1);
  });

  test('a device that is refused five times is stopped, its owners hear of that, and trying it anew starts it', async () => {
    const { id } = await device();
    provokes('notifications not sent: push failed (403): BadJwtToken');
    service.refuseWith('forbidden');
    await place();
    await shop.idle();
    for (let tries = 1; tries < 7; tries += 1) {
      await due();
      await housekeeping();
    }
    const [{ attempts }] = await outbox('attempts');
    expect(attempts).toBe(5);
    const { json } = await staff('GET', '/api/push');
    expect(json.data.devices).toMatchObject([{ id, stoppedAt: expect.any(String) }]);
    const { conditions } = (await staff('GET', '/api/status')).json.data;
    expect(conditions).toContainEqual(
      expect.objectContaining({
        kind: 'push',
        since: expect.any(String),
        details: { devices: 1, error: 'push failed (403): BadJwtToken' },
      }),
    );
    expect(
      await shop.rows(`select 1 as one from mail_outbox where kind = 'shop_status' and payload ->> 'kind' = 'push'`),
    ).not.toEqual([]);

    service.refuseWith(null);
    expect((await staff('POST', `/api/push/devices/${id}/test`)).status).toBe(200);
    await shop.idle();
    expect(titles()).toContain('Notifications arrive here');
    expect((await staff('GET', '/api/push')).json.data.devices).toMatchObject([{ id, stoppedAt: null }]);
  });
});

describe('devices', () => {
  test('an address that is no push service’s is refused at its field', async () => {
    for (const endpoint of [
      'https://evil.example/push',
      'http://127.0.0.1:54321/rest/v1',
      'http://169.254.169.254/',
      'nonsense',
    ]) {
      const { status, json } = await staff('POST', '/api/push/devices', { ...service.subscribe(keys.publicKey), endpoint });
      expect([status, json.errors?.map(({ path }: { path: string }) => path)], endpoint).toEqual([422, ['endpoint']]);
    }
  });

  test('a browser that got another address keeps its wishes, and the old one is forgotten', async () => {
    const old = await device({ kinds: ['low_stock'], quietFrom: '22:00', quietTo: '08:00' });
    const { json } = await staff('POST', '/api/push/devices', { ...service.subscribe(keys.publicKey), replaces: old.endpoint });
    expect(json.data).toMatchObject({ kinds: ['low_stock'], quietFrom: '22:00', quietTo: '08:00' });
    expect((await staff('GET', '/api/push')).json.data.devices).toHaveLength(1);
  });

  test('the shop says which device it knows, and never its address', async () => {
    const { endpoint, id } = await device();
    const seen = await staff('POST', '/api/push/devices/seen', { endpoint });
    expect(seen.json.data).toMatchObject({ id });
    const unknown = await staff('POST', '/api/push/devices/seen', { endpoint: service.subscribe(keys.publicKey).endpoint });
    expect(unknown.json.data).toBeNull();
    const { json } = await staff('GET', '/api/push');
    expect(json.data.publicKey).toBe(keys.publicKey);
    expect(JSON.stringify([seen.json, json])).not.toContain('/push/');
  });

  test('nobody changes, tries or removes the device of somebody else', async () => {
    const { id } = await device();
    const token = await signIn(BILAL);
    const body = { kinds: [], quietFrom: null, quietTo: null };
    for (const [method, path, sent] of [
      ['PUT', `/api/push/devices/${id}`, { body }],
      ['DELETE', `/api/push/devices/${id}`, {}],
      ['POST', `/api/push/devices/${id}/test`, {}],
    ] as const)
      expect((await shop.call(method, path, { token, ...sent })).json.code).toBe('push_device_not_found');
    expect((await staff('DELETE', `/api/push/devices/${id}`)).status).toBe(200);
  });

  test('a phone that a colleague signs in on is theirs, and no longer the first one’s', async () => {
    const { endpoint, p256dh, auth } = await device();
    const token = await signIn(BILAL);
    expect((await shop.call('POST', '/api/push/devices/seen', { token, body: { endpoint } })).json.data).toBeNull();
    expect((await staff('GET', '/api/push')).json.data.devices).toEqual([]);
    expect((await shop.call('POST', '/api/push/devices', { token, body: { endpoint, p256dh, auth } })).status).toBe(201);
  });

  test('quiet hours without an end are refused at their field', async () => {
    const { id } = await device();
    for (const hours of [
      { quietFrom: '22:00', quietTo: null },
      { quietFrom: '22:00', quietTo: '22:00' },
      { quietFrom: '22:00', quietTo: '8 am' },
    ]) {
      const { status, json } = await staff('PUT', `/api/push/devices/${id}`, { kinds: [], ...hours });
      expect([status, json.errors?.[0].path]).toEqual([422, 'quietTo']);
    }
  });

  test('of more than ten devices the one seen longest ago goes', async () => {
    const first = await device();
    for (let n = 0; n < 10; n += 1) await device();
    const { devices } = (await staff('GET', '/api/push')).json.data;
    expect(devices).toHaveLength(10);
    expect(devices.map(({ id }: { id: string }) => id)).not.toContain(first.id);
  });
});

describe('who is gone', () => {
  const heard = async () => {
    await place();
    await shop.idle();
    return service.arrived.length;
  };

  test('somebody locked out hears nothing from then on', async () => {
    const token = await signIn(BILAL);
    await device(undefined, token);
    const [{ id }] = await shop.rows(`select id from staff where username = 'bilal'`);
    expect((await staff('PUT', `/api/staff/${id}/active`, { isActive: false })).status).toBe(200);
    expect(await heard()).toBe(0);
    expect((await staff('PUT', `/api/staff/${id}/active`, { isActive: true })).status).toBe(200);
    expect(await heard()).toBe(0);
  });

  test('whoever signs out hears nothing from then on', async () => {
    const token = await signIn(BILAL);
    await device(undefined, token);
    await shop.call('POST', '/api/auth/admin/logout', { token });
    expect(await heard()).toBe(0);
  });

  test('a session that expired in the evening does not silence the night; ending all sessions does', async () => {
    const token = await signIn(BILAL);
    await device(undefined, token);
    await shop.rows(
      `update staff_sessions set expires_at = now() - interval '1 minute' where staff_id = (select id from staff where username = 'bilal')`,
    );
    await signIn(BILAL);
    expect(await heard()).toBe(1);
    const [{ id }] = await shop.rows(`select id from staff where username = 'bilal'`);
    expect((await staff('POST', `/api/staff/${id}/sign-out`)).status).toBe(200);
    expect(await heard()).toBe(1);
  });

  test('ending all other sessions ends the devices of those alone', async () => {
    const token = await signIn(BILAL);
    await device(undefined, token);
    const here = await signIn(BILAL);
    const kept = await device(undefined, here);
    await shop.rows(`update staff_sessions set expires_at = now() + interval '1 minute' where true`);
    await shop.call('POST', '/api/auth/admin/sessions/end-others', { token: here, body: {} });
    expect(await heard()).toBe(1);
    expect(service.arrived[0]?.device).toBe(kept.endpoint);
  });
});
