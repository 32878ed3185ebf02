import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const folder = mkdtempSync(join(tmpdir(), 'shop-mails-'));
process.env.MAIL_FOLDER = folder;
afterAll(() => rm(folder, { recursive: true, force: true }));
const shop = await staffedShop();
const { staff } = shop;

const write = (message: string) =>
  shop.call('POST', '/api/contact', {
    body: { firstName: 'Hina', lastName: 'Malik', email: 'hina@example.com', subject: 'Silver?', message },
  });
const messages = async (query = '') => (await staff('GET', `/api/messages${query}`)).json.data;
const mails = async () => Promise.all((await readdir(folder)).map(async (name) => readFile(join(folder, name), 'utf8')));

describe('a message of a visitor', () => {
  test('is new, then read, then done when it is answered by mail with the quoted message', async () => {
    await write('Do you have\n<b>this</b> in silver?');
    const [message] = await messages('?status=new');
    expect(message).toMatchObject({ firstName: 'Hina', subject: 'Silver?', status: 'new', answers: [] });
    expect((await staff('PUT', `/api/messages/${message.id}/status`, { status: 'read' })).json.data.status).toBe('read');

    const { status, json } = await staff('POST', `/api/messages/${message.id}/answers`, { answer: 'Yes, <i>from</i> Monday.' });
    expect(status).toBe(201);
    expect(json.data).toMatchObject({ status: 'done', answers: [{ answer: 'Yes, <i>from</i> Monday.', answeredBy: 'sana' }] });
    await shop.idle();
    const [mail, ...others] = (await mails()).filter((text) => text.includes('Re: Silver?'));
    expect(others).toEqual([]);
    expect(mail).toContain('hina@example.com');
    // Typed markup is text in the mail's HTML.
    expect(mail).toContain('Yes, &#60;i&#62;from&#60;/i&#62; Monday.');
    expect(mail).toContain('&#60;b&#62;this&#60;/b&#62; in silver?');
  });

  test('can be answered several times, and every answer is stored', async () => {
    await write('And in gold?');
    const [message] = await messages();
    for (const answer of ['Soon.', 'Now.']) await staff('POST', `/api/messages/${message.id}/answers`, { answer });
    const [answered] = await messages();
    expect(answered.answers.map(({ answer }: { answer: string }) => answer)).toEqual(['Soon.', 'Now.']);
  });

  test.each([
    ['status', 'PUT', { status: 'gone' }],
    ['answers', 'POST', { answer: '  ' }],
  ])('takes no nonsense as its %s', async (what, method, body) => {
    await write('Hello?');
    const [message] = await messages();
    expect((await staff(method, `/api/messages/${message.id}/${what}`, body)).status).toBe(422);
  });

  test('that does not exist is not found', async () => {
    const nowhere = '/api/messages/0123456789abcdef01234567';
    expect((await staff('PUT', `${nowhere}/status`, { status: 'read' })).json.code).toBe('message_not_found');
    expect((await staff('POST', `${nowhere}/answers`, { answer: 'Hello' })).json.code).toBe('message_not_found');
  });
});

describe('a subscriber of the newsletter', () => {
  test('is listed, and can be removed', async () => {
    for (const email of ['a@example.com', 'b@example.com', 'a@example.com'])
      await shop.call('POST', '/api/newsletter', { body: { email } });
    const { json } = await staff('GET', '/api/newsletter?limit=1');
    expect(json).toMatchObject({ data: [{ email: 'b@example.com' }], pagination: { totalItems: 2 } });
    expect((await staff('DELETE', `/api/newsletter/${json.data[0].id}`)).json.data.email).toBe('b@example.com');
    expect((await staff('DELETE', `/api/newsletter/${json.data[0].id}`)).status).toBe(404);
    expect((await staff('GET', '/api/newsletter')).json.pagination.totalItems).toBe(1);
  });
});
