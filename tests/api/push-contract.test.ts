import { createECDH } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PUSH_TEXTS } from '#domain/push/texts.ts';
import { closeNow, listen } from '#local/loopback.ts';
import { type Outcome, sendPush } from '#server/push/send-push.ts';
import { vapidHeader } from '#server/push/vapid.ts';
import { makeVapidKeys } from '#server/push/vapid-keys.ts';
import { hurry } from '#tests/setup/browsers/hurry.ts';
import { opened, type PushDouble, startPushDouble, tokenComplaint } from '#tests/setup/doubles/push-double.ts';
import { FAULTS } from '#tests/setup/stack/network-faults.ts';

/** What the shop sends to phones, against a push service that is built from the standards which tests/setup/doubles/push-double.ts names. */
let service: PushDouble;
beforeAll(async () => {
  service = await startPushDouble();
});
beforeEach(() => {
  service.refuseWith(null);
  service.arrived.length = 0;
  service.complaints.length = 0;
});
afterAll(() => service.stop());

const keys = makeVapidKeys();
const settings = () => ({ ...keys, subject: 'mailto:care@your.shop', testService: service.url });
const text = PUSH_TEXTS.new_order({ number: 'ORD-10001', total: 3450, city: 'Lahore' });
if (!text) throw new Error('The notification has no text');

const send = (changed: Partial<ReturnType<typeof settings>> = {}, device = service.subscribe(keys.publicKey)): Promise<Outcome> =>
  sendPush({ ...device, text, fact: 'order ORD-10001', waiting: 3 }, { ...settings(), ...changed }, 'https://your.shop');

describe('the double', () => {
  test('opens the example of RFC 8291', () => {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url');
    const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url');
    const body =
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
    expect(opened(Buffer.from(body, 'base64url'), { pair, auth }).toString()).toBe('When I grow up, I want to be a watermelon');
  });

  test.each([
    ['no token', '', 'MissingToken'],
    ['the token of an older draft', 'WebPush a.b.c', 'MissingToken'],
    ['another shop', () => vapidHeader(service.url, { ...settings(), ...makeVapidKeys() }), 'VapidPkHashMismatch'],
    ['another service', () => vapidHeader('https://fcm.googleapis.com', settings()), 'BadJwtAudience'],
    ['a day that has passed', () => vapidHeader(service.url, settings(), Date.now() - 13 * 60 * 60 * 1000), 'ExpiredJwtToken'],
    ['more than a day', () => vapidHeader(service.url, settings(), Date.now() + 13 * 60 * 60 * 1000), 'ExpiredJwtToken'],
    ['a changed token', () => vapidHeader(service.url, settings()).replace(/\.(.)([^.]*)\./, '.$1x$2.'), 'BadJwtToken'],
    ['a placeholder', () => vapidHeader(service.url, { ...settings(), subject: 'mailto:me@localhost' }), 'BadJwtToken'],
    ['a local name', () => vapidHeader(service.url, { ...settings(), subject: 'https://shop.local' }), 'BadJwtToken'],
    ['no address', () => vapidHeader(service.url, { ...settings(), subject: 'me@your.shop' }), 'BadJwtToken'],
  ])('refuses %s', (_, header, complaint) => {
    const said = typeof header === 'string' ? header : header();
    expect(tokenComplaint(said, keys.publicKey, service.url)).toMatchObject({ complaint });
  });
});

test('a notification is signed, sealed for one device and shown by any browser as it is', async () => {
  const device = service.subscribe(keys.publicKey);
  expect(await send({}, device)).toEqual({ outcome: 'sent' });
  expect(service.complaints).toEqual([]);
  expect(service.arrived).toEqual([
    {
      device: device.endpoint,
      text: expect.any(String),
      message: {
        web_push: 8030,
        notification: {
          title: 'New order · Rs 3,450 · Lahore',
          body: 'ORD-10001',
          navigate: 'https://your.shop/admin/orders/ORD-10001',
          lang: 'en',
          dir: 'ltr',
          tag: expect.stringMatching(/^[\w-]{32}$/),
          app_badge: '3',
        },
      },
      headers: { ttl: 86_400, urgency: 'high', topic: expect.stringMatching(/^[\w-]{32}$/) },
    },
  ]);
});

test('the next about the same takes its place, one about something else does not', async () => {
  for (const number of ['ORD-10001', 'ORD-10001', 'ORD-10002']) {
    const other = PUSH_TEXTS.new_order({ number, total: 1, city: null });
    if (other)
      await sendPush(
        { ...service.subscribe(keys.publicKey), text: other, fact: '', waiting: 0 },
        settings(),
        'https://your.shop',
      );
  }
  const [one, again, other] = service.arrived.map(({ headers }) => headers.topic);
  expect(again).toBe(one);
  expect(other).not.toBe(one);
});

test('what goes to another device cannot be read', async () => {
  const device = service.subscribe(keys.publicKey);
  const stranger = service.subscribe(keys.publicKey);
  await send({}, { ...device, p256dh: stranger.p256dh });
  expect(service.complaints).toEqual(['Unreadable']);
});

test.each([
  ['gone', { outcome: 'gone' }],
  ['unknown', { outcome: 'gone' }],
  ['tooLarge', { outcome: 'too_large' }],
  ['tooMany', { outcome: 'failed', waitSeconds: 120 }],
  ['forbidden', { outcome: 'refused', error: 'push failed (403): BadJwtToken' }],
  ['badRequest', { outcome: 'refused' }],
  ['elsewhere', { outcome: 'refused', error: 'push failed (307)' }],
] as const)('the answer %s is told apart', async (reason, expected) => {
  service.refuseWith(reason);
  expect(await send()).toMatchObject(expected);
});

test('a subject that Apple does not take is refused', async () => {
  expect(await send({ subject: 'mailto:me@shop.local' })).toEqual({
    outcome: 'refused',
    error: 'push failed (403): BadJwtToken',
  });
});

test.each(FAULTS.filter((fault) => fault !== 'garbage' && fault !== 429))(
  'a service that fails (%s) is asked again',
  async (fault) => {
    hurry();
    service.refuseWith(fault);
    expect(await send()).toMatchObject({ outcome: 'failed' });
  },
);

test('an address that is no push service’s is never asked', async () => {
  let asked = 0;
  const other = createServer((_, response) => {
    asked += 1;
    response.end();
  });
  const url = await listen(other);
  const device = { ...service.subscribe(keys.publicKey), endpoint: `${url}/rest/v1` };
  expect(await send({}, device)).toEqual({ outcome: 'refused', error: 'push refused (0): no push service' });
  expect(asked).toBe(0);
  await closeNow(other);
});
