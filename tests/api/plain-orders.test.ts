import { afterAll, expect, test } from 'vitest';
import { startMailReceiver } from '#tests/setup/mail-receiver.ts';
import { answersAboutPlainOrders } from '#tests/setup/plain-orders.ts';
// Of the shop as it was before there were codes, sums off and advances (commit 2a5630fd). They are never recorded anew.
import recorded from '#tests/setup/recorded-answers.json' with { type: 'json' };
import { staffedShop } from '#tests/setup/test-shop.ts';

/** Fields of every order that other features have added since then, as they answer when nothing of theirs has happened. */
const ADDED_SINCE = [
  // Shoppers add pieces to an order.
  ',"piecesAddedAt":null',
  // Two orders are merged into one parcel.
  '"mergedInto":null,"mergedFrom":[],',
];

const receiver = await startMailReceiver();
Object.assign(process.env, {
  RESEND_API_KEY: 're_test',
  RESEND_BASE_URL: receiver.url,
  MAIL_FROM: 'Naqsh <orders@shop.test>',
  MAIL_TO: 'owner@shop.test',
});
afterAll(() => receiver.stop());
const shop = await staffedShop();
const answers = await answersAboutPlainOrders(shop, shop.token, receiver);

/** Field below field, so that a failure names the one that differs. */
const inLines = (text: string) => text.replaceAll(',"', ',\n"');

test.each(Object.entries(recorded))('without a code and an advance: %s', (name, { status, body }) => {
  const answer = answers[name];
  const text = ADDED_SINCE.reduce((left, field) => left.replaceAll(field, ''), answer?.text ?? '');
  expect(answer?.status).toBe(status);
  expect(inLines(text)).toBe(inLines(Array.isArray(body) ? body.join('\n') : JSON.stringify(body)));
});

test('every answer that is asked for was recorded', () => {
  expect(Object.keys(answers)).toEqual(Object.keys(recorded));
});
