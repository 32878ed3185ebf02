import { expect, test } from 'vitest';
import { formatPrice } from '#domain/money.ts';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';
import { returnDecided, returnDecidedEmail } from './return-decided.ts';

const decided = {
  orderNumber: 'ORD-10001',
  customerName: 'Hina Malik',
  pageKey: 'k'.repeat(24),
  returnNumber: 'RET-1001',
  kind: 'return',
  state: 'approved',
  outcome: 'transfer',
  answer: 'Shop 4,\nLiberty Market',
  shopPays: false,
  comesBack: true,
  exchangeNumber: null,
  exchangeDue: null,
};

const write = (changes: object = {}) =>
  returnDecided(returnDecidedEmail.parse({ ...decided, ...changes }), DEFAULT_SETTINGS, 'https://shop.example/');

test('an approved return says what to write on the parcel, who pays the way, and what comes of it', () => {
  const { subject, text, html } = write();
  expect(subject).toBe('Your return RET-1001 was approved');
  for (const words of [
    'write RET-1001 on the parcel. You pay for sending it back.',
    'Once they have arrived, you get money back.',
    'Shop 4,\nLiberty Market',
    `https://shop.example/order/ORD-10001#${decided.pageKey}`,
  ])
    expect(text).toContain(words);
  expect(html).toContain('Shop 4,<br>\nLiberty Market');
});

test('an exchange names its order and what is due at the door', () => {
  const exchange = { kind: 'exchange', outcome: 'exchange', exchangeNumber: 'ORD-10002' };
  expect(write({ ...exchange, exchangeDue: '700' }).text).toContain(`order ORD-10002. You pay ${formatPrice(700)} at the door.`);
  expect(write({ ...exchange, exchangeDue: 0 }).text).toContain('Nothing is due at the door.');
});

test('a claim may do without the pieces', () => {
  const { text } = write({ kind: 'claim', outcome: 'store_credit', comesBack: false, shopPays: true });
  expect(text).toContain('You need not send anything back.');
  expect(text).toContain('You get store credit from us.');
});

test('what is declined says why and promises nothing; typed text stays text', () => {
  const { subject, text, html } = write({ state: 'declined', answer: '<b>It was worn</b>', customerName: '<i>Hina</i>' });
  expect(subject).toBe('Your return RET-1001 was declined');
  expect(text).not.toContain('on the parcel');
  expect(html).not.toContain('<b>It');
  expect(html).not.toContain('<i>Hina');
});

test('a pickup says who comes, where and under which number, and asks for no postage', () => {
  const pickup = { courier: 'PostEx', trackingNumber: '24100000000001', isCancelled: false };
  const { subject, text } = write({ pickup });
  expect(subject).toBe('PostEx collects your return RET-1001');
  expect(text).toContain('where order ORD-10001 was delivered, under the number 24100000000001.');
  expect(text).toContain('write RET-1001 on the parcel and hand it to the rider. You pay the rider nothing.');
  expect(text).not.toContain('yours to pay');
  const given = write({ pickup: { ...pickup, isCancelled: true } });
  expect(given.subject).toBe('PostEx does not collect your return RET-1001 any more');
  expect(given.text).toContain('You pay for sending it back.');
  expect(write({ pickup, state: 'declined' }).subject).toBe('Your return RET-1001 was declined');
});
