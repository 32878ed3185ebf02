import { expect, test } from 'vitest';
import { PHONE_IN_PAKISTAN, withoutContacts } from './contacts-in-words.ts';
import { withoutSums } from './sums-in-words.ts';

test.each([
  ['Call 0300 1234567 after four', 'Call ••• after four'],
  ['+92-300-1234567, or 0092 (300) 1234567', '•••, or •••'],
  ['میرا نمبر ۰۳۰۰۱۲۳۴۵۶۷ ہے', 'میرا نمبر ••• ہے'],
  ['IBAN PK36 SCBL 0000 0011 2345 6702 please', 'IBAN ••• please'],
  ['pk36scbl0000001123456702', '•••'],
  ['Write to hina@example.com.', 'Write to •••'],
  ['@naqsh told me: ring 7, order ORD-10042, 20 Nov 2026', '@naqsh told me: ring 7, order ORD-10042, 20 Nov 2026'],
  ['CNIC 35202-1234567-1', 'CNIC •••'],
  ['Paid 2,050 in 2 parts', 'Paid 2,050 in 2 parts'],
])('in %j phones, mailboxes and accounts are hidden, and nothing else', (typed, shown) => {
  expect(withoutContacts(typed)).toBe(shown);
});

test.each([
  ['FT26110042', 'FT26110042'],
  ['004512345678', '004512345678'],
  ['RAAST P2P 03001234567 PK36SCBL0000001123456702', 'RAAST P2P ••• •••'],
])('in the reference %j a transaction number stays', (typed, shown) => {
  expect(withoutContacts(typed, PHONE_IN_PAKISTAN)).toBe(shown);
});

test('long texts take no longer than they are', () => {
  const began = process.cpuUsage().user;
  for (const part of ['1', '@', 'a', '1 ', '03 ', 'PK00', '+92 (', '٣']) withoutContacts(part.repeat(20_000));
  expect(process.cpuUsage().user - began).toBeLessThan(1_000_000);
});

test('a refusal says no rupees, in its words nor in its details', () => {
  expect(
    withoutSums({
      message: 'Rs 1,200 of this money went back. At most Rs. 2,050.50 is due',
      errors: [{ path: 'amount', message: 'At most what is due: Rs 2,050' }],
      details: { received: 1200, shipmentNumber: 'SHP-1001', units: 3 },
    }),
  ).toEqual({
    message: 'Rs ••• of this money went back. At most Rs ••• is due',
    errors: [{ path: 'amount', message: 'At most what is due: Rs •••' }],
    details: { received: null, shipmentNumber: 'SHP-1001', units: 3 },
  });
});
