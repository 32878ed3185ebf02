import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { hurry } from '#tests/setup/browsers/hurry.ts';
import { startMailReceiver } from '#tests/setup/doubles/mail-receiver.ts';
import { orderFor, PENDANT } from '#tests/setup/samples/products.ts';
import { STAFF, signInStaff } from '#tests/setup/samples/staff.ts';
import { FAULTS, type Fault } from '#tests/setup/stack/network-faults.ts';
import { testShop } from '#tests/setup/stack/test-shop.ts';
import { provokes } from '#tests/setup/vitest/server-log.ts';

const receiver = await startMailReceiver();
Object.assign(process.env, {
  RESEND_API_KEY: 're_test',
  RESEND_BASE_URL: receiver.url,
  MAIL_FROM: 'Naqsh <orders@shop.test>',
  MAIL_TO: 'owner@shop.test',
});
afterAll(() => receiver.stop());
const shop = await testShop();
beforeEach(async () => {
  receiver.setFault(null);
  receiver.mails.clear();
  await shop.rows('delete from mail_outbox');
});

const buy = () => shop.call('POST', '/api/orders', { body: orderFor([{ productId: PENDANT.id, quantity: 1 }], 1550) });
const write = () =>
  shop.call('POST', '/api/contact', {
    body: {
      firstName: 'Hina',
      lastName: 'Malik',
      email: 'hina@example.com',
      subject: 'Silver?',
      message: 'Do you have\n<b>this</b>?',
    },
  });
const outbox = () =>
  shop.rows(`select id, attempts, sent_at is not null as sent, failed_at is not null as given_up, last_error as error,
    ceil(extract(epoch from next_attempt_at - now()) / 60)::integer as minutes from mail_outbox order by created_at, id`);
const makeDue = () => shop.rows(`update mail_outbox set next_attempt_at = now() where sent_at is null`);
const received = () => [...receiver.mails.values()];
const deliver = () => shop.runScheduled('housekeeping');

/** An order whose mail could not be sent: what the outbox keeps of it. */
async function buyDuringFault(kind: Fault) {
  receiver.setFault(kind);
  expect((await buy()).status).toBe(201);
  await shop.idle();
  const [row] = await outbox();
  return row;
}

describe('an order', () => {
  test('is confirmed by mail with its items and address', async () => {
    const { json } = await buy();
    await shop.idle();
    const [mail] = received();
    expect(mail).toMatchObject({ from: 'Naqsh <orders@shop.test>', to: 'ayesha@example.com' });
    expect(mail?.subject).toContain(json.data.orderNumber);
    for (const words of [
      'Ruby Heart Pendant',
      'Rs.\u00a01,350',
      'Rs.\u00a0200',
      'Rs.\u00a01,550',
      'House 12, Str…, F-7/2',
      'Pakistan',
    ]) {
      expect(mail?.html).toContain(words);
      expect(mail?.text).toContain(words);
    }
    expect(await outbox()).toMatchObject([{ attempts: 1, sent: true, error: null }]);
  });

  test('is answered before its mail is sent', async () => {
    const release = receiver.hold();
    expect((await buy()).status).toBe(201);
    // Had the answer waited for the mail, the mail would have been given up for now.
    release();
    await shop.idle();
    expect(await outbox()).toMatchObject([{ attempts: 1, sent: true }]);
  });

  test('is confirmed once when it is sent twice with one key', async () => {
    const body = orderFor([{ productId: PENDANT.id, quantity: 1 }], 1550);
    const headers = { 'Idempotency-Key': 'one-checkout' };
    await Promise.all([shop.call('POST', '/api/orders', { body, headers }), shop.call('POST', '/api/orders', { body, headers })]);
    await shop.idle();
    expect(received()).toHaveLength(1);
  });
});

test('a visitor’s message is mailed to the shop, escaped, with Reply-To set to its writer', async () => {
  await write();
  await shop.idle();
  const [mail] = received();
  expect(mail).toMatchObject({ to: 'owner@shop.test', reply_to: 'hina@example.com', subject: 'Silver? (from Hina Malik)' });
  expect(mail?.html).toContain('Do you have<br>\n&#60;b&#62;this&#60;/b&#62;?');
  expect(mail?.text).toContain('Do you have\n<b>this</b>?');
});

describe('when the mail service fails', () => {
  test.each(FAULTS)('(%s), the order stands, and its mail arrives once the service recovers', async (kind) => {
    provokes('mails not sent: send failed (');
    const relax = hurry();
    expect(await buyDuringFault(kind)).toMatchObject({
      attempts: 1,
      sent: false,
      given_up: false,
      error: expect.stringMatching(/^send failed/),
    });
    receiver.setFault(null);
    relax();
    await makeDue();
    await deliver();
    expect(await outbox()).toMatchObject([{ attempts: 2, sent: true, error: null }]);
    expect(received()).toHaveLength(1);
  });

  test('or cannot be reached, the mail waits', async () => {
    provokes('mails not sent: send failed (0)');
    process.env.RESEND_BASE_URL = 'http://127.0.0.1:1';
    const row = await buyDuringFault(500);
    process.env.RESEND_BASE_URL = receiver.url;
    expect(row).toMatchObject({ sent: false, error: 'send failed (0): network error' });
  });

  test.each([
    [451, 'send failed (451): unavailable for headless browser'],
    [403, 'send failed (403): forbidden (block list)'],
    [429, 'send failed (429): too many requests (rate limit)'],
    [500, 'send failed (500): no'],
  ])('%i is kept in the words of the catalogue', async (status, words) => {
    provokes(`mails not sent: send failed (${status})`);
    expect((await buyDuringFault(status)).error).toMatch(words);
  });

  test('a mail is tried again after 1, 2, 5, 15 and 60 minutes, and each hour from then on', async () => {
    provokes('mails not sent: send failed (500)');
    receiver.setFault(500);
    await buy();
    await shop.idle();
    const minutes: number[] = [];
    for (let attempt = 1; attempt <= 7; attempt++) {
      minutes.push((await outbox())[0].minutes);
      await deliver();
      expect((await outbox())[0].attempts, 'not before it is due').toBe(attempt);
      await makeDue();
      await deliver();
    }
    expect(minutes).toEqual([1, 2, 5, 15, 60, 60, 60]);
  });

  test('a mail is given up after a day, and not before', async () => {
    provokes('mails not sent: send failed (500)', 'mails given up: ');
    await buyDuringFault(500);
    await shop.rows(`update mail_outbox set next_attempt_at = now(), admitted_at = now() - interval '23 hours'`);
    await deliver();
    expect(await outbox()).toMatchObject([{ attempts: 2, given_up: false }]);
    await shop.rows(`update mail_outbox set next_attempt_at = now(), admitted_at = now() - interval '24 hours'`);
    await deliver();
    await makeDue();
    receiver.setFault(null);
    await deliver();
    expect(await outbox()).toMatchObject([{ attempts: 3, sent: false, given_up: true }]);
  });

  test('one mail finds the service down, and the others lose no attempt', async () => {
    provokes('mails not sent: send failed (429)');
    await buyDuringFault(429);
    await write();
    await shop.idle();
    await makeDue();
    const before = receiver.asked();
    await deliver();
    expect(receiver.asked() - before).toBe(1);
    expect((await outbox()).map(({ attempts }) => attempts).toSorted()).toEqual([1, 2]);
  });
});

test('a mail whose sender crashed before recording it does not arrive twice', async () => {
  await buy();
  await shop.idle();
  await shop.rows('update mail_outbox set sent_at = null, next_attempt_at = now()');
  await deliver();
  expect(await outbox()).toMatchObject([{ attempts: 2, sent: true }]);
  expect(received()).toHaveLength(1);
});

test('an unreadable row does not hold up the others', async () => {
  provokes('mails not sent: the row cannot be read as order_confirmation');
  await shop.rows(`insert into mail_outbox (kind, recipient, payload, next_attempt_at)
    values ('order_confirmation', 'ayesha@example.com', '{"id": 7}', now() - interval '1 hour')`);
  await write();
  await shop.idle();
  expect(await outbox()).toMatchObject([{ sent: false, error: expect.stringContaining('cannot be read') }, { sent: true }]);
});

test('a link that a visitor wrote is none in the notice, nor in the answer that quotes it', async () => {
  const links = 'http://evil.pk www.evil.pk evil.pk/x';
  await shop.call('POST', '/api/contact', {
    body: { firstName: 'www.evil.pk', email: 'hina@example.com', subject: 'evil.pk/x', message: links },
  });
  const token = await signInStaff(shop);
  const { json } = await shop.call('GET', '/api/messages', { token });
  const { id, message } = json.data.find((each: { message: string }) => each.message === links);
  expect(message, 'staff read it as it was written').toBe(links);
  const body = { answer: 'See https://shop.test/faq', proof: STAFF.password };
  expect((await shop.call('POST', `/api/messages/${id}/answers`, { token, body })).status).toBe(201);
  await shop.idle();
  expect(received()).toHaveLength(2);
  for (const mail of received()) {
    expect(mail.html + mail.text + mail.subject).not.toMatch(/evil\.pk|:\/\/evil/);
    expect(mail.text).toContain('http: //evil. pk www. evil. pk evil. pk/x');
  }
  expect(received().some(({ text }) => text.includes('https://shop.test/faq'))).toBe(true);
});
