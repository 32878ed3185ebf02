import { afterAll, expect, test } from 'vitest';
import { WHERE_THE_PAGE_IS } from '#domain/orders/page-link.ts';
import { startMailReceiver } from '#tests/setup/doubles/mail-receiver.ts';
import { answersAboutPlainOrders } from '#tests/setup/samples/plain-orders.ts';
// Recorded from the shop as it was before there were codes, sums off and advances (commit 2a5630fd). They are never recorded anew.
import recorded from '#tests/setup/samples/recorded-answers.json' with { type: 'json' };
import { staffedShop } from '#tests/setup/stack/test-shop.ts';

/** Fields of every order that other features have added since then, as they answer when nothing of theirs has happened. */
const ADDED_SINCE = [
  // Shoppers add pieces to an order.
  ',"piecesAddedAt":null',
  // Two orders are merged into one parcel.
  '"mergedInto":null,"mergedFrom":[],',
  // What a confirmed order waits for, and a part of an order that came back.
  '"waitsFor":null,',
  ',"isAwaited":false',
  // What an order waits for, beside its status, and who last corrected its recipient.
  '"isConfirmed":false,"awaitsProof":false,"cancellationAskedAt":null,"cancellationAnsweredAt":null,',
  '"recipientChangedAt":null,',
  // Whom a parcel goes to, and gifts.
  ',"recipientName":null,"recipientPhone":null,"isGift":false,"giftNote":"","hidesPrices":false,"isWrapped":false',
  // What of it stayed with customers.
  ',"keptQuantity":2,"keptRevenue":3700',
  ',"keptRevenue":3700',
];

/** A piece leads to its product's page. */
const LINKED: [string, string] = [
  '{"productName":"Rose Gold Halo Ring"',
  '{"productId":"68f0a1000000000000000213","productName":"Rose Gold Halo Ring"',
];

/** What else has changed on purpose since then, by what was recorded. */
const CHANGED_SINCE: Record<string, [then: string, now: string][]> = {
  // Whoever reads a stranger's mail learns no address and no number from it.
  'mail that confirms an order': [
    ['House 12, Street 4, F-7/2', 'House 12, Str…, F-7/2'],
    ['\n+923001234567\n', '\n0300•••••67\n'],
    // It says how the order's page is found again.
    ['#<key>\n', `#<key>\n${WHERE_THE_PAGE_IS}\n`],
  ],
  'tracked order': [LINKED],
  // Spelt as people here spell it.
  'tracked order without script': [['Color: Rose Gold', 'Colour: Rose Gold']],
  'page of an order': [
    LINKED,
    // Tracking says so, too.
    ['"awaitsProof":false,"isConfirmed":false,', ''],
    [',"cancellationAskedAt":null,"cancellationAnsweredAt":null', ''],
  ],
  // What waits is an answer of its own.
  dashboard: [['"toConfirm":1,"toPack":0,"toHandOver":0,"returned":0,"lowStock":10,', '']],
  // What became of the orders.
  'sales report': [
    [
      '"totals":{"totalRevenue":3900,"orderCount":2}',
      '"totals":{"totalRevenue":3900,"orderCount":2},"sums":{"ordered":3900,"delivered":2050,"wentBack":0,"net":2050}',
    ],
  ],
};

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
  // Where the money of an order is, which each step changes.
  const since = (answer?.text ?? '').replaceAll(/,"moneyState":(?:null|"\w+")/g, '');
  const text = ADDED_SINCE.reduce((left, field) => left.replaceAll(field, ''), since);
  expect(answer?.status).toBe(status);
  const then = Array.isArray(body) ? body.join('\n') : JSON.stringify(body);
  const now = (CHANGED_SINCE[name] ?? []).reduce((left, [old, changed]) => left.replace(old, changed), then);
  expect(inLines(text)).toBe(inLines(now));
});

test('every answer that is asked for was recorded', () => {
  expect(Object.keys(answers)).toEqual(Object.keys(recorded));
});
