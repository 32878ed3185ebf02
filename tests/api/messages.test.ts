import { describe, expect, test } from 'vitest';
import { SHOP } from '#built/settings.ts';
import { testShop } from '#tests/setup/stack/test-shop.ts';

const shop = await testShop({ rateLimits: 'on' });

let address = 0;
/** Every call from an address of its own, so that the limit counts only where it is meant. */
const post = (path: string, body: unknown, ip = `203.0.113.${++address}`) => shop.call('POST', path, { body, ip });
const hello = { firstName: 'Sara', email: 'Sara@Example.com', message: 'Do you have\nthis in silver? 💍' };

describe('a message to the shop', () => {
  test('is stored, and its mail waits in the outbox', async () => {
    const { status, json } = await post('/api/contact', { ...hello, lastName: 'Malik', subject: 'Silver' });
    expect(status).toBe(201);
    expect(json).toEqual({ success: true, data: null });
    const kept = { first_name: 'Sara', last_name: 'Malik', email: 'sara@example.com', subject: 'Silver', message: hello.message };
    expect(await shop.rows('select first_name, last_name, email, subject, message from contact_messages')).toEqual([kept]);
    const [mail] = await shop.rows(`select recipient, payload from mail_outbox where kind = 'contact_message'`);
    expect(mail).toMatchObject({ recipient: SHOP.email, payload: kept });
  });

  test('needs neither a last name nor a subject', async () => {
    expect((await post('/api/contact', hello)).status).toBe(201);
  });

  test.each([
    ['firstName', { firstName: ' ' }],
    ['email', { email: '' }],
    ['message', { message: undefined }],
  ])('without its %s is refused in the words of the form', async (field, changes) => {
    const { status, json } = await post('/api/contact', { ...hello, ...changes });
    expect([status, json.message]).toEqual([422, 'Please fill required fields: first name, email, message.']);
    expect(json.errors[0].path).toBe(field);
  });

  test.each([
    ['email', { email: 'sara@example' }],
    ['email', { email: 'sara@example.com\r\nBcc: all@example.com' }],
    ['subject', { subject: 'Hello\nBcc: all@example.com' }],
    ['message', { message: 'x'.repeat(5001) }],
  ])('with a wrong %s is refused at that field', async (field, changes) => {
    const { status, json } = await post('/api/contact', { ...hello, ...changes });
    expect([status, json.errors[0].path, json.message]).toEqual([422, field, 'Please check the highlighted fields']);
  });

  test('is refused and not stored when its address sends too many', async () => {
    const from = '192.0.2.5';
    for (let sent = 0; sent < 5; sent++) expect((await post('/api/contact', hello, from)).status).toBe(201);
    const before = await shop.rows('select count(*) from contact_messages');
    expect((await post('/api/contact', hello, from)).status).toBe(429);
    expect(await shop.rows('select count(*) from contact_messages')).toEqual(before);
  });
});

describe('the newsletter', () => {
  test('stores an address once, and answers the same whether it was known or not', async () => {
    const first = await post('/api/newsletter', { email: 'Noor@Example.com' });
    const second = await post('/api/newsletter', { email: 'noor@example.com ' });
    expect([first.status, first.json]).toEqual([201, { success: true, data: null }]);
    expect([second.status, second.json]).toEqual([first.status, first.json]);
    expect(await shop.rows('select email from newsletter_subscribers')).toEqual([{ email: 'noor@example.com' }]);
  });

  test.each(['', 'nobody', 'a@b', null])('refuses %o', async (email) => {
    expect((await post('/api/newsletter', { email })).json.errors[0].path).toBe('email');
  });

  test('refuses an address that subscribes too often', async () => {
    const from = '192.0.2.6';
    for (let sent = 0; sent < 5; sent++) await post('/api/newsletter', { email: `reader${sent}@example.com` }, from);
    expect((await post('/api/newsletter', { email: 'one.more@example.com' }, from)).status).toBe(429);
  });
});
