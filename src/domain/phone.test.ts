import { expect, test } from 'vitest';
import { NO_PHONES, PHONE_SPELLINGS } from '#tests/setup/samples/phone-spellings.ts';
import { normalizePhone, readPhones, spreadsheetPhone, TOO_MANY_PHONES, WRONG_MOBILE } from './phone.ts';

const MOBILE = '+923001234567';

test.each(PHONE_SPELLINGS)('%j is %s', (typed, kept) => {
  expect(readPhones(typed)).toEqual({ phone: kept, secondPhone: null });
  expect(normalizePhone(typed)).toBe(kept);
});

test('normalising twice changes nothing', () => {
  for (const [, kept] of PHONE_SPELLINGS) expect(normalizePhone(kept)).toBe(kept);
});

const OTHER = '+923217654321';

test.each([
  ['0300 1234567 / 0321 7654321', OTHER],
  ['0300-1234567,0321-7654321', OTHER],
  ['0300 1234567، 0321 7654321', OTHER],
  ['0300 1234567; 0321 7654321', OTHER],
  ['0300 1234567 or 0321 7654321', OTHER],
  ['0300 1234567 یا 0321 7654321', OTHER],
  ['0300 1234567\n0321 7654321', OTHER],
  ['0300/1234567 / 0321/7654321', OTHER],
  ['0300 1234567 - 0321 7654321', OTHER],
  ['03001234567 03217654321', OTHER],
  ['0300123456703217654321', OTHER],
  ['+923001234567+923217654321', OTHER],
  ['+92 (0)300 1234567 & 3217654321', OTHER],
  ['۰۳۰۰۱۲۳۴۵۶۷ / ۰۳۲۱۷۶۵۴۳۲۱', OTHER],
  ['0300 1234567 / 021 35831234', '+922135831234'],
  ['0300 1234567, +44 20 7946 0958', '+442079460958'],
])('%j is a phone and a second one', (typed, secondPhone) => {
  expect(readPhones(typed)).toEqual({ phone: MOBILE, secondPhone });
});

test('the same number twice is one', () => {
  expect(readPhones('0300 1234567 / +92 300 1234567')).toEqual({ phone: MOBILE, secondPhone: null });
});

test.each([
  ...NO_PHONES,
  ['0300 1234567 / 0321 765432', WRONG_MOBILE],
  ['0300 1234567, 0321 7654321, 0333 1112223', TOO_MANY_PHONES],
])('%j is refused: %s', (typed, error) => {
  expect(readPhones(typed)).toEqual({ error });
  expect(normalizePhone(typed)).toBeNull();
});

test('a stored number comes back from a spreadsheet, which takes it for neither a number nor a date', () => {
  for (const phone of [
    ...PHONE_SPELLINGS.map(([, kept]) => kept),
    OTHER,
    '+922135831234',
    '+442079460958',
    '+12125551234',
    '8765432',
  ]) {
    const cell = spreadsheetPhone(phone);
    expect([phone, normalizePhone(cell)]).toEqual([phone, phone]);
    expect(cell).toMatch(/^\d{4}-\d{3,}$/);
  }
  expect(spreadsheetPhone(MOBILE)).toBe('0300-1234567');
  expect(spreadsheetPhone('•••• 567')).toBe('•••• 567');
});
