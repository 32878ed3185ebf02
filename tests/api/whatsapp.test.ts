import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { confirmByWhatsapp } from '#domain/confirmations/by-whatsapp.ts';
import { closeNow, listen } from '#local/loopback.ts';
import { hurry } from '#tests/setup/browsers/hurry.ts';
import {
  became,
  notification,
  pressed,
  signedDelivery,
  startWhatsappDouble,
  WHATSAPP,
  wrote,
} from '#tests/setup/doubles/whatsapp-double.ts';
import { orderFor, PENDANT } from '#tests/setup/samples/products.ts';
import { FAULTS } from '#tests/setup/stack/network-faults.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';
import { provokes } from '#tests/setup/vitest/server-log.ts';

const PHONE = '923001234567';
const STRANGER = '923337654321';

const meta = await startWhatsappDouble();
Object.assign(process.env, WHATSAPP, { WHATSAPP_API_URL: meta.url });
afterAll(async () => {
  await closeNow(server);
  await meta.stop();
});
const shop = await staffedShop();
const { token: staff } = shop;
// Enough for every test's order.
const stock = { productId: PENDANT.id, quantity: 500, transactionType: 'adjustment' };
expect((await shop.call('POST', '/api/stock-history/adjust', { token: staff, body: stock })).json).toMatchObject({
  success: true,
});
const server = createServer(getRequestListener((request) => shop.ask(request)));
const url = await listen(server);
beforeEach(async () => {
  await shop.idle();
  meta.refuseWith(null);
  meta.messages.length = 0;
  // Orders of earlier tests are not asked about again.
  await shop.rows(`update order_confirmations set state = 'refused', due_at = null where true`);
});

let houses = 0;
const place = async (changed = {}) => {
  const body = { ...orderFor([{ productId: PENDANT.id, quantity: 1 }], 1550), customerAddress: `House ${++houses}`, ...changed };
  const { status, json } = await shop.call('POST', '/api/orders', { body });
  expect(status, JSON.stringify(json)).toBe(201);
  return json.data;
};

/** An order that was asked about, and the message it was asked with. */
async function asked(changed = {}) {
  const order = await place(changed);
  await shop.idle();
  const message = meta.messages.at(-1);
  const [confirm = '', change = '', cancel = ''] = message?.payloads ?? [];
  if (!message) throw new Error('No question arrived');
  return { order, message, confirm, change, cancel };
}

const deliver = (body: unknown) => fetch(signedDelivery(url, JSON.stringify(body)));
const tell = async (body: unknown) => expect((await deliver(body)).status).toBe(200);
const runDue = async () => {
  await shop.rows(`update mail_outbox set next_attempt_at = now() where kind = 'whatsapp_question' and sent_at is null`);
  await shop.runScheduled('housekeeping');
};
const confirmationOf = async ({ id }: { id: string }) =>
  (await shop.rows(`select state from order_confirmations where order_id = '${id}'`))[0]?.state;
const attemptsOf = ({ id }: { id: string }) =>
  shop.rows(`select how, outcome, note from confirmation_attempts where order_id = '${id}' order by created_at, id`);
const effectsOf = async ({ id }: { id: string }) =>
  (await shop.rows(`select effect from whatsapp_answers where order_id = '${id}' order by sent_at`)).map(({ effect }) => effect);
const questionOf = async ({ id }: { id: string }) =>
  (
    await shop.rows(`select q.status, q.error, q.whatsapp_id, m.attempts, m.sent_at is not null as sent, m.failed_at is not null as given_up
      from whatsapp_questions q join mail_outbox m on m.id = q.id where q.order_id = '${id}'`)
  )[0];

describe('the question', () => {
  test('goes out once for a new order, to its phone, with its pieces and its sum', async () => {
    const { order, message } = await asked();
    expect(message.to).toBe(PHONE);
    expect(message.texts).toEqual([order.customerName, order.orderNumber, '1 × Ruby Heart Pendant', 'Rs. 1,550']);
    expect(message.payloads).toHaveLength(3);
    await Promise.all([runDue(), runDue()]);
    expect(meta.messages).toHaveLength(1);
    expect(await questionOf(order)).toMatchObject({ status: 'sent', whatsapp_id: message.id, sent: true, attempts: 1 });
  });

  test.each(FAULTS)('is repeated when WhatsApp fails (%s), and the order stands', async (fault) => {
    provokes('WhatsApp messages not sent: send failed (');
    hurry();
    meta.refuseWith(fault);
    const order = await place();
    await shop.idle();
    const error = expect.stringMatching(/^send failed \(/);
    expect(await questionOf(order)).toMatchObject({ status: 'waiting', error, sent: false, given_up: false, attempts: 1 });
    meta.refuseWith(null);
    await runDue();
    expect(meta.messages.map(({ texts }) => texts[1])).toEqual([order.orderNumber]);
    expect(await questionOf(order)).toMatchObject({ status: 'sent', error: null, attempts: 2 });
  });

  test('is not repeated for a number without WhatsApp', async () => {
    provokes('WhatsApp messages not sent: send failed (131026)', 'WhatsApp messages given up: ');
    meta.refuseWith('noWhatsapp');
    const order = await place();
    await shop.idle();
    expect(await questionOf(order)).toMatchObject({ status: 'failed', given_up: true, error: expect.stringContaining('131026') });
  });

  test.each(['noToken', 'noTemplate', 'otherCount', 'throughput'] as const)(
    'is tried for one order alone while all would be refused (%s)',
    async (reason) => {
      provokes('WhatsApp messages not sent: send failed (1');
      meta.refuseWith(reason);
      const [one, other] = [await place(), await place()];
      await shop.idle();
      const before = meta.asked();
      await runDue();
      expect(meta.asked() - before).toBe(1);
      for (const order of [one, other]) expect(await questionOf(order)).toMatchObject({ sent: false, given_up: false });
    },
  );

  test('is not sent again when only its answer was lost and WhatsApp tells that it was sent', async () => {
    provokes('WhatsApp messages not sent: send failed (0)');
    meta.loseNextAnswer();
    const order = await place();
    await shop.idle();
    const [message] = meta.messages;
    if (!message) throw new Error('No question arrived');
    expect(await questionOf(order)).toMatchObject({ status: 'waiting', sent: false });
    await tell(became(message, 'sent'));
    await runDue();
    expect(meta.messages).toHaveLength(1);
    expect(await questionOf(order)).toMatchObject({ status: 'sent', whatsapp_id: message.id, sent: true });
  });

  test('is taken back when its order is cancelled before it was sent', async () => {
    provokes('WhatsApp messages not sent: send failed (500)');
    meta.refuseWith(500);
    const order = await place();
    await shop.idle();
    await shop.call('PUT', `/api/orders/${order.id}/status`, { token: staff, body: { status: 'cancelled' } });
    meta.refuseWith(null);
    await runDue();
    expect(meta.messages).toEqual([]);
    expect(await questionOf(order)).toMatchObject({ sent: false, given_up: true });
  });
});

describe('what became of a question', () => {
  test('is kept, in whichever order it is told', async () => {
    const { order, message } = await asked();
    await tell(became(message, 'read'));
    await tell(became(message, 'sent'));
    await tell(became(message, 'failed'));
    await tell(became(message, 'delivered'));
    expect(await questionOf(order)).toMatchObject({ status: 'read', error: null });
  });

  test('tells why it failed', async () => {
    const { order, message } = await asked();
    await tell(became({ ...message, callbackData: undefined }, 'failed'));
    expect(await questionOf(order)).toMatchObject({ status: 'failed', error: '131026: Message undeliverable' });
  });
});

describe('a pressed button', () => {
  test('confirms the order', async () => {
    const { order, message, confirm } = await asked();
    await tell(pressed(PHONE, confirm, message.id));
    expect(await confirmationOf(order)).toBe('confirmed');
    expect(await attemptsOf(order)).toMatchObject([{ how: 'shopper', outcome: 'confirmed', note: 'whatsapp' }]);
  });

  test.each([
    ['change', 'Wants to change the order'],
    ['cancel', 'Wants to cancel the order'],
  ] as const)('asks staff to call (%s), and cancels nothing', async (button, note) => {
    const question = await asked();
    await tell(pressed(PHONE, question[button], question.message.id));
    expect(await confirmationOf(question.order)).toBe('call_back');
    expect(await attemptsOf(question.order)).toMatchObject([{ how: 'whatsapp', outcome: 'call_back', note }]);
    const { json } = await shop.call('GET', `/api/orders/${question.order.id}`, { token: staff });
    expect(json.data.status).toBe('pending');
  });

  test('to cancel asks for it as on the order’s page: staff see it at the desk at once, and keep the order or cancel it', async () => {
    const { order, message, cancel } = await asked();
    await tell(pressed(PHONE, cancel, message.id));
    const { json } = await shop.call('POST', `/api/confirmations/${order.id}/claim`, { token: staff, body: {} });
    expect(json.data.order).toMatchObject({
      status: 'pending',
      cancellationAskedAt: expect.any(String),
      cancellationReason: 'Pressed Cancel on WhatsApp',
      cancellationAnsweredAt: null,
      confirmation: { state: 'call_back' },
    });
    const kept = await shop.call('PUT', `/api/orders/${order.id}/kept`, { token: staff, body: {} });
    expect(kept.json.data.cancellationAnsweredAt).toEqual(expect.any(String));
  });

  test('to cancel is answered when staff confirm the order after all', async () => {
    const { order, message, cancel } = await asked();
    await tell(pressed(PHONE, cancel, message.id));
    const record = (outcome: string) =>
      shop.call('POST', `/api/confirmations/${order.id}/attempts`, { token: staff, body: { how: 'call', outcome } });
    expect((await record('no_answer')).json.data.order.cancellationAnsweredAt).toBeNull();
    expect((await record('confirmed')).json.data.order.cancellationAnsweredAt).toEqual(expect.any(String));
  });

  test('to confirm after one to cancel takes the wish to cancel back, in whichever order they are told', async () => {
    for (const isLate of [false, true]) {
      const { order, message, confirm, cancel } = await asked();
      const presses = [pressed(PHONE, cancel, message.id), pressed(PHONE, confirm, message.id)];
      for (const press of isLate ? presses.toReversed() : presses) await tell(press);
      const { json } = await shop.call('GET', `/api/orders/${order.id}`, { token: staff });
      expect(json.data.confirmation.state, `late: ${isLate}`).toBe('confirmed');
      expect(json.data.cancellationAskedAt === null || json.data.cancellationAnsweredAt !== null).toBe(true);
    }
  });

  test('to cancel or to change an order that has a parcel only asks for a call', async () => {
    for (const button of ['cancel', 'change'] as const) {
      const question = await asked();
      if (button === 'cancel') {
        await shop.call('POST', '/api/shipments', { token: staff, body: { orderId: question.order.id } });
      }
      await tell(pressed(PHONE, question[button], question.message.id));
      const { json } = await shop.call('GET', `/api/orders/${question.order.id}`, { token: staff });
      expect(json.data).toMatchObject({ cancellationAskedAt: null, confirmation: { state: 'call_back' } });
    }
  });

  test('does nothing a second time', async () => {
    const { order, message, change } = await asked();
    const press = pressed(PHONE, change, message.id);
    await Promise.all([tell(press), tell(press)]);
    await tell(press);
    expect(await attemptsOf(order)).toHaveLength(1);
    expect(await effectsOf(order)).toEqual(['call_back']);
  });

  test('counts by when it was pressed, in whichever order it is told', async () => {
    for (const isLate of [false, true]) {
      const { order, message, confirm, cancel } = await asked();
      const presses = [pressed(PHONE, confirm, message.id), pressed(PHONE, cancel, message.id)];
      for (const press of isLate ? presses.toReversed() : presses) await tell(press);
      expect(await confirmationOf(order), `late: ${isLate}`).toBe('call_back');
    }
  });

  test('from another phone does nothing, nor does the order’s own number without its key', async () => {
    const { order, message, confirm } = await asked();
    await tell(pressed(STRANGER, confirm, message.id));
    await tell(pressed(PHONE, `confirm:${'0'.repeat(64)}`, message.id));
    await tell(pressed(PHONE, `confirm:${order.orderNumber}`, message.id));
    expect(await confirmationOf(order)).toBe('unconfirmed');
    expect(await effectsOf(order)).toEqual(['other_phone']);
  });

  test('does nothing once staff have corrected the order’s phone', async () => {
    const { order, message, confirm } = await asked();
    await shop.rows(`update orders set customer_phone = '+${STRANGER}' where id = '${order.id}'`);
    await tell(pressed(PHONE, confirm, message.id));
    expect(await confirmationOf(order)).toBe('unconfirmed');
    expect(await effectsOf(order)).toEqual(['other_phone']);
  });

  test('does nothing to a cancelled order, and is kept', async () => {
    const { order, message, confirm } = await asked();
    await shop.call('PUT', `/api/orders/${order.id}/status`, { token: staff, body: { status: 'cancelled' } });
    await tell(pressed(PHONE, confirm, message.id));
    expect(await confirmationOf(order)).toBe('unconfirmed');
    expect(await effectsOf(order)).toEqual(['cancelled']);
  });

  test('does nothing to an order that was changed since, and is kept', async () => {
    const { order, message, confirm } = await asked();
    await shop.rows(`update order_items set quantity = 2, price = 675 where order_id = '${order.id}'`);
    await tell(pressed(PHONE, confirm, message.id));
    expect(await confirmationOf(order)).toBe('unconfirmed');
    expect(await effectsOf(order)).toEqual(['changed']);
  });
});

describe('a text', () => {
  const textsOf = async ({ id }: { id: string }) =>
    (await shop.rows(`select body from whatsapp_answers where order_id = '${id}' and body is not null order by sent_at`)).map(
      ({ body }) => body,
    );

  test('is kept with the order that its number was asked about last', async () => {
    const earlier = await asked();
    const later = await asked();
    await tell(wrote(PHONE, 'Size 2.6 please'));
    await tell(wrote(PHONE, 'Yeh wala cancel na karein', earlier.message.id));
    expect(await textsOf(later.order)).toEqual(['Size 2.6 please']);
    expect(await textsOf(earlier.order)).toEqual(['Yeh wala cancel na karein']);
    expect(await confirmationOf(later.order)).toBe('unconfirmed');
  });

  test('is shown to staff with the question and what was pressed', async () => {
    const { order, message, cancel } = await asked();
    await tell(became(message, 'read'));
    await tell(wrote(PHONE, 'Bhai kal call karna', message.id));
    await tell(pressed(PHONE, cancel, message.id));
    const { json } = await shop.call('GET', `/api/orders/${order.id}`, { token: staff });
    expect(json.data.whatsapp).toMatchObject({
      question: { status: 'read', error: null },
      answers: [
        { pressed: null, body: 'Bhai kal call karna', effect: null },
        { pressed: 'cancel', body: null, effect: 'call_back' },
      ],
    });
    const events = await shop.rows(
      `select after from order_events where order_id = '${order.id}' and kind = 'message' order by created_at`,
    );
    expect(events.map(({ after }) => after)).toEqual([
      { status: 'sent' },
      { status: 'read' },
      { wrote: true },
      { pressed: 'cancel', effect: 'call_back' },
    ]);
    const tracked = await shop.call('POST', '/api/orders/track', { body: { orderNumber: order.orderNumber, phone: PHONE } });
    expect(tracked.json.data).not.toHaveProperty('whatsapp');
  });

  test('is kept once, and as it was written', async () => {
    const { order } = await asked();
    const text = wrote(PHONE, 'گولڈ والا 💍\nشکریہ');
    await tell(text);
    await tell(text);
    expect(await textsOf(order)).toEqual(['گولڈ والا 💍\nشکریہ']);
  });

  test('with the number and the digits that the thank-you page has confirms the order, asked about or not', async () => {
    for (const isAsked of [true, false]) {
      if (!isAsked) meta.refuseWith('noWhatsapp');
      const order = await place();
      await shop.idle();
      if (!isAsked) await shop.rows(`delete from whatsapp_questions where order_id = '${order.id}'`);
      const said = new URL(confirmByWhatsapp(PHONE, order)).searchParams.get('text') ?? '';
      const wrong = said.replace(/\d{4}$/, (code) => String((Number(code) + 1) % 10_000).padStart(4, '0'));
      await tell(wrote(STRANGER, said));
      await tell(wrote(PHONE, wrong));
      expect(await confirmationOf(order)).toBe('unconfirmed');
      await tell(wrote(PHONE, `Salam! ${said} Shukriya`));
      expect(await confirmationOf(order), `asked: ${isAsked}`).toBe('confirmed');
    }
  });

  test('of somebody who was asked nothing is not kept', async () => {
    await tell(wrote(STRANGER, 'Do you sell watches?'));
    expect(await shop.rows(`select id from whatsapp_answers where body like '%watches%'`)).toEqual([]);
  });
});

describe('the webhook', () => {
  const verify = (token: string) =>
    fetch(
      `${url}/api/whatsapp/webhook?${new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '1158201444' })}`,
    );

  test('answers Meta’s question with its challenge, for the right token alone', async () => {
    const right = await verify(WHATSAPP.WHATSAPP_VERIFY_TOKEN);
    expect([right.status, right.headers.get('content-type'), await right.text()]).toEqual([
      200,
      'text/plain; charset=utf-8',
      '1158201444',
    ]);
    expect((await verify('guessed')).status).toBe(403);
    expect((await fetch(`${url}/api/whatsapp/webhook`)).status).toBe(422);
  });

  test('takes nothing that is not signed, or by another secret, or was changed on the way', async () => {
    const { order, message, confirm } = await asked();
    const body = JSON.stringify(pressed(PHONE, confirm, message.id));
    const signature = signedDelivery(url, body).headers.get('x-hub-signature-256') ?? '';
    const send = (sent: string, given?: string) =>
      fetch(`${url}/api/whatsapp/webhook`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(given === undefined ? {} : { 'X-Hub-Signature-256': given }) },
        body: sent,
      });
    const answers = [
      await send(body),
      await send(body, ''),
      await send(body, signature.replace('sha256=', 'sha1=')),
      await send(body, `${signature.slice(0, -1)}`),
      await send(
        body,
        signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      ),
      await send(`${body} `, signature),
      await fetch(signedDelivery(url, body, 'another secret')),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
    expect(await answers[0]?.json()).toMatchObject({ success: false, code: 'wrong_signature' });
    expect(await confirmationOf(order)).toBe('unconfirmed');
    // It was the signature alone.
    expect((await send(body, signature)).status).toBe(200);
    expect(await confirmationOf(order)).toBe('confirmed');
  });

  test.each([
    ['no JSON', '{"object":', 400],
    ['something else', '[1, 2, 3]', 200],
    ['nothing', 'null', 200],
    ['too much', `"${'x'.repeat(3 * 1024 * 1024)}"`, 413],
    ['deep lists', `{"entry":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 200],
    ['another field', JSON.stringify({ entry: [{ changes: [{ field: 'account_update', value: { event: 'x' } }] }] }), 200],
    ['odd text', JSON.stringify(wrote(PHONE, 'a\0b\ud83d')), 200],
    ['an odd time', JSON.stringify(wrote(PHONE, 'x', undefined, { at: 1e15 })), 200],
    ['a button of somebody else', JSON.stringify(pressed(PHONE, "'; drop table orders --", 'wamid.x')), 200],
  ])('answers %s without failing', async (_, body, status) => {
    expect((await fetch(signedDelivery(url, body))).status).toBe(status);
  });

  test('passes over what concerns another number of the account', async () => {
    const { order, message, confirm } = await asked();
    const [{ changes: [change] = [] } = {}] = pressed(PHONE, confirm, message.id).entry;
    const { metadata: _, ...value } = change?.value ?? { metadata: null };
    await tell(notification(value, '999'));
    expect(await confirmationOf(order)).toBe('unconfirmed');
  });

  test('takes many things at once, of which one is strange', async () => {
    const [one, other] = [await asked(), await asked()];
    const told = [pressed(PHONE, one.confirm, one.message.id), { entry: 7 }, became(other.message, 'read')];
    await tell({ object: 'whatsapp_business_account', entry: told.flatMap(({ entry }): unknown[] => [entry].flat()) });
    expect(await confirmationOf(one.order)).toBe('confirmed');
    expect(await questionOf(other.order)).toMatchObject({ status: 'read' });
  });

  test('asks for another delivery while the database cannot be reached', async () => {
    const { order, message, confirm } = await asked();
    const press = pressed(PHONE, confirm, message.id);
    provokes('500 POST /api/whatsapp/webhook internal_error');
    await shop.rows('alter table whatsapp_answers rename to lost');
    const failed = await deliver(press);
    await shop.rows('alter table lost rename to whatsapp_answers');
    expect(failed.status).toBeGreaterThanOrEqual(500);
    await tell(press);
    expect(await confirmationOf(order)).toBe('confirmed');
  });
});

test('messages are forgotten after 90 days', async () => {
  const { order, message } = await asked();
  await tell(wrote(PHONE, 'Salam', message.id));
  // What goes on after the answer would ask anew.
  await shop.idle();
  await shop.rows(`update whatsapp_questions set created_at = now() - interval '91 days' where order_id = '${order.id}'`);
  await shop.rows(`update whatsapp_answers set created_at = now() - interval '91 days' where order_id = '${order.id}'`);
  await shop.rows('select purge_expired()');
  expect(await questionOf(order)).toBeUndefined();
  expect(await shop.rows(`select id from whatsapp_answers where order_id = '${order.id}'`)).toEqual([]);
});

test('the description tells of the webhook', async () => {
  const { json } = await shop.call('GET', '/api/openapi.json');
  const { get, post } = json.paths['/api/whatsapp/webhook'];
  expect(get.responses['200'].content).toHaveProperty('text/plain');
  expect(Object.keys(get.responses)).toEqual(expect.arrayContaining(['403', '422']));
  expect(post.security).toEqual([{ signature: [] }]);
  expect(Object.keys(post.responses)).toEqual(expect.arrayContaining(['200', '400', '401', '413']));
});
