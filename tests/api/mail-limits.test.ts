import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startMailReceiver } from '#tests/setup/doubles/mail-receiver.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const receiver = await startMailReceiver();
Object.assign(process.env, { RESEND_API_KEY: 're_test', RESEND_BASE_URL: receiver.url });
afterAll(() => receiver.stop());
const shop = await staffedShop({ rateLimits: 'on' });
const { staff } = shop;
beforeEach(async () => {
  receiver.mails.clear();
  await shop.rows('delete from mail_outbox where true');
});

const deliver = () => shop.runScheduled('housekeeping');
const received = () => [...receiver.mails.values()].map(({ to }) => to);
let networks = 0;
/** The contact form is free to name anybody as the writer; its mail goes to the shop. */
const write = (message: string) =>
  shop.call('POST', '/api/contact', {
    body: { firstName: 'Hina', email: 'hina@example.com', subject: 'Silver', message },
    ip: `203.0.113.${++networks}`,
  });
const flood = async (mails: number) => {
  for (let n = 0; n < mails; n += 1) expect((await write(`Message ${n}`)).status).toBe(201);
  await shop.idle();
  await deliver();
};
const unsent = async (query = '') => (await staff('GET', `/api/mails${query}`)).json.data;

test('a storm of messages to the shop makes ten mails; the others are listed, and all messages are stored', async () => {
  await flood(15);
  expect(received()).toHaveLength(10);
  const [stored] = await shop.rows('select count(*)::int as n from contact_messages');
  expect(stored.n).toBe(15);
  const held = await unsent('?status=held_back');
  expect(held).toHaveLength(5);
  expect(held[0]).toMatchObject({
    kind: 'contact_message',
    about: 'Silver',
    status: 'held_back',
    because: 'recipient',
    error: null,
  });
  expect(JSON.stringify(held), 'nothing of the mail itself').not.toContain('Message 1');
  await deliver();
  expect(received(), 'not on the same day').toHaveLength(10);
});

describe('a mail that was held back', () => {
  test('goes on the next day', async () => {
    await flood(12);
    await shop.rows(`update mail_outbox set created_at = created_at - interval '1 day', admitted_at = admitted_at - interval '1 day',
      held_back_at = held_back_at - interval '1 day' where true`);
    await deliver();
    expect(received()).toHaveLength(12);
    expect(await unsent()).toEqual([]);
  });

  test('goes at once when staff say so, once', async () => {
    await flood(11);
    const [{ id }] = await unsent();
    expect((await staff('PUT', `/api/mails/${id}/sent`)).status).toBe(200);
    await shop.idle();
    expect(received()).toHaveLength(11);
    expect(await unsent()).toEqual([]);
    expect((await staff('PUT', `/api/mails/${id}/sent`)).json.code).toBe('mail_not_found');
    expect((await staff('DELETE', `/api/mails/${id}`)).json.code).toBe('mail_not_found');
  });

  test('is dropped when staff say so', async () => {
    await flood(11);
    const [{ id }] = await unsent();
    expect((await staff('DELETE', `/api/mails/${id}`)).status).toBe(200);
    expect(await unsent()).toEqual([]);
    expect((await staff('PUT', `/api/mails/${id}/sent`)).json.code).toBe('mail_not_found');
    await deliver();
    expect(received()).toHaveLength(10);
  });
});

test('a mail that was given up is listed with its reason, and sent again when staff say so', async () => {
  receiver.setFault(403);
  await write('Salam');
  await shop.idle();
  await shop.rows(`update mail_outbox set next_attempt_at = now(), admitted_at = now() - interval '24 hours' where true`);
  await deliver();
  receiver.setFault(null);
  const [mail] = await unsent('?status=failed');
  expect(mail).toMatchObject({ status: 'failed', error: expect.stringMatching(/^send failed \(403\)/) });
  await staff('PUT', `/api/mails/${mail.id}/sent`);
  await shop.idle();
  expect(received()).toHaveLength(1);
});
