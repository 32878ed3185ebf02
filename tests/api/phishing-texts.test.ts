import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { PUSH_TEXTS } from '#domain/push/texts.ts';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';
import type { DeclaredOperation } from '#server/http/operation.ts';
import type { Claimed } from '#server/mail/outbox.ts';
import { exampleRequests } from '#tests/setup/every-operation/example-requests.ts';
import { textFields, withFields } from '#tests/setup/every-operation/text-fields.ts';
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

const shop = await staffedShop();
// They read the environment, which the shop sets.
const { writeEmail } = await import('#server/mail/outbox.ts');
const { orderQuestion, questionMessage } = await import('#server/whatsapp/question.ts');
const FUNCTIONS = new URL('../../functions/', import.meta.url);

/** What somebody types who wants the shop to send it to others. Shorter fields get its beginning. */
const PHISHING =
  'PAY CUSTOMS Easypaisa 0345-9998887 at www.evil.com/pay or IBAN PK36SCBL0000009999999902, ELSE THE PARCEL GOES BACK TODAY';
/** What no message of the shop may say: the number, the account, the link, and more than a name's length of it. */
const TELLTALES = [/9998887/, /9999999902/, /evil\.com/, /GOES BACK/];

/** What is looked up, compared or a number anyway, so that it cannot be any text. */
const NO_TEXT =
  /(Id|Ids\.0|key|version|token|orderNumber|shipmentNumber|lastDigits|[pP]hone|email|Email|contact|code|password|country|selectedColor|selectedSize|photos\.0)$/;

const operations: DeclaredOperation[] = [];
for (const file of await readdir(FUNCTIONS)) {
  const { default: handler } = await import(new URL(file, FUNCTIONS).href);
  operations.push(...((handler.operations ?? []) as DeclaredOperation[]));
}

/** Sends each open operation with the words in all its texts at once, and one by one. */
async function plantEverywhere(): Promise<string[]> {
  const examples = exampleRequests(shop, shop.token);
  const planted: string[] = [];
  for (const [at, operation] of operations.entries()) {
    if (operation.access !== 'anyone' || !operation.body || operation.reads) continue;
    const name = `${operation.method.toUpperCase()} ${operation.path.replace(/:(\w+)/g, '{$1}')}`;
    const fields = textFields(operation.body).filter(({ path }) => !NO_TEXT.test(path.join('.')));
    if (fields.length === 0 || name.startsWith('POST /api/browser-errors')) continue;
    for (const each of [fields, ...fields.map((field) => [field])]) {
      const example = await examples[name]?.(700 + at);
      if (!example || example.body instanceof FormData) continue;
      const values = each.map(({ path, longest = 120 }) => [path, PHISHING.slice(0, longest)] as const);
      const missing = values
        .map(([path]) => path)
        .filter((path) => path.length === 1 && !((path[0] as string) in Object(example.body)));
      const body = withFields({ ...Object(example.body), ...Object.fromEntries(missing.map((path) => [path[0], ''])) }, values);
      const { status } = await shop.call(operation.method.toUpperCase(), example.path, { body });
      if (status < 300) planted.push(...each.map(({ path }) => `${name} ${path.join('.')}`));
    }
  }
  return planted;
}

const planted = new Set(await plantEverywhere());

test('the words stood in names, addresses, cities, notes, messages, reviews and requests', () => {
  for (const field of [
    'POST /api/orders customerName',
    'POST /api/orders customerAddress',
    'POST /api/orders city',
    'POST /api/orders notes',
    'POST /api/contact firstName',
    'POST /api/contact subject',
    'POST /api/contact message',
    'POST /api/order-page/cancellation reason',
    'POST /api/order-page/address customerAddress',
    'POST /api/products/{id}/reviews comment',
  ])
    expect(planted, field).toContain(field);
});

test('no mail that goes to an address which somebody typed passes them on', async () => {
  // Staff answer what came, and decide: only then do these mails go.
  for (const { id } of await shop.rows('select id from contact_messages'))
    await shop.staff('POST', `/api/messages/${id}/answers`, { answer: 'Thank you, we look into it.' });
  for (const { id } of await shop.rows(`select id from return_requests where state = 'asked'`))
    await shop.staff('POST', `/api/returns/${id}/refusal`, { reason: 'It was worn.' });
  const rows = await shop.rows(`select id, kind, recipient, payload from mail_outbox where kind <> 'contact_message'`);
  const kinds = new Set(rows.map(({ kind }) => kind));
  expect([...kinds]).toEqual(expect.arrayContaining(['order_confirmation', 'message_answer']));
  const passedOn = rows
    .filter(({ kind }) => kind !== 'whatsapp_question')
    .flatMap((row) => {
      const { subject, html, text } = writeEmail(row as Claimed, DEFAULT_SETTINGS, 'https://shop.example');
      const read = `${subject}\n${html}\n${text}`;
      return TELLTALES.filter((telltale) => telltale.test(read)).map((telltale) => `${row.kind}: ${telltale}`);
    });
  expect([...new Set(passedOn)]).toEqual([]);
});

test('a notice to the shop itself has the message, without a link to tap', async () => {
  const rows = await shop.rows(`select id, kind, recipient, payload from mail_outbox where kind = 'contact_message'`);
  expect(rows.length).toBeGreaterThan(3);
  for (const row of rows) {
    const { subject, html, text } = writeEmail(row as Claimed, DEFAULT_SETTINGS, 'https://shop.example');
    expect(`${html}${text}`).not.toMatch(/evil\.com/);
    for (const telltale of TELLTALES.slice(0, 3)) expect(subject).not.toMatch(telltale);
  }
});

test('nor does a question by WhatsApp, nor a notification on a locked phone', async () => {
  const item = { name: 'Ring', color: null, size: null, quantity: 1 };
  const question = { orderNumber: 'ORD-1', customerName: PHISHING, items: [item], total: 900, buttonKey: 'k' };
  const sent = questionMessage('id', '923001234567', orderQuestion.parse(question), { template: 'ask', language: 'en' });
  for (const telltale of TELLTALES) expect(JSON.stringify(sent)).not.toMatch(telltale);
  const pushes = await shop.rows('select kind, payload from push_outbox');
  for (const { kind, payload } of pushes) {
    const told = JSON.stringify(PUSH_TEXTS[kind as keyof typeof PUSH_TEXTS]?.(payload));
    for (const telltale of TELLTALES) expect(told).not.toMatch(telltale);
  }
});
