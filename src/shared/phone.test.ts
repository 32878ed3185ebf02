import { expect, test } from 'vitest';
import { NO_PHONE, normalizePhone, readPhones, TOO_MANY_PHONES, WRONG_LANDLINE, WRONG_MOBILE } from './phone.ts';

const MOBILE = '+923001234567';

/** How people write a number, and what a courier calls. */
const SPELLINGS: [typed: string, kept: string][] = [
  ['03001234567', MOBILE],
  ['0300 1234567', MOBILE],
  ['0300-1234567', MOBILE],
  ['0300–1234567', MOBILE],
  ['0300—1234567', MOBILE],
  ['0300‑1234567', MOBILE],
  ['0300−1234567', MOBILE],
  ['0300.123.4567', MOBILE],
  ['0300/1234567', MOBILE],
  ['0300\\1234567', MOBILE],
  ['(0300) 1234567', MOBILE],
  ['[0300] 123 45 67', MOBILE],
  ['0 3 0 0 1 2 3 4 5 6 7', MOBILE],
  ['0300_1234567', MOBILE],
  ['  0300 1234567\n', MOBILE],
  ['0300\u00a01234567', MOBILE],
  ['0300\u20091234567', MOBILE],
  ['3001234567', MOBILE],
  ['300 1234567', MOBILE],
  ['+923001234567', MOBILE],
  ['+92 300 1234567', MOBILE],
  ['+92-300-1234567', MOBILE],
  ['+92 (0)300 1234567', MOBILE],
  ['+92 (300) 1234567', MOBILE],
  ['(+92) 300 1234567', MOBILE],
  ['+92 0300 1234567', MOBILE],
  ['+9203001234567', MOBILE],
  ['923001234567', MOBILE],
  ['92 300 1234567', MOBILE],
  ['9203001234567', MOBILE],
  ['00923001234567', MOBILE],
  ['0092 300 1234567', MOBILE],
  ['0092 (0)300 1234567', MOBILE],
  ['+0092 300 1234567', MOBILE],
  ['+0300 1234567', MOBILE],
  ['0923001234567', MOBILE],
  ['tel:+923001234567', MOBILE],
  ['۰۳۰۰۱۲۳۴۵۶۷', MOBILE],
  ['۰۳۰۰-۱۲۳۴۵۶۷', MOBILE],
  ['+۹۲ ۳۰۰ ۱۲۳۴۵۶۷', MOBILE],
  ['٠٣٠٠١٢٣٤٥٦٧', MOBILE],
  ['٠٣٠٠ ١٢٣ ٤٥٦٧', MOBILE],
  ['０３００１２３４５６７', MOBILE],
  ['\u200e+92 300 1234567\u200e', MOBILE],
  ['\u200f0300 1234567', MOBILE],
  ['\u202a+92 300 1234567\u202c', MOBILE],
  ['\u2066+92 300 1234567\u2069', MOBILE],
  ['0300\u200b1234567', MOBILE],
  ['\ufeff03001234567', MOBILE],
  ['0300\u00ad1234567', MOBILE],
  ['021-35831234', '+922135831234'],
  ['(021) 3583 1234', '+922135831234'],
  ['+92 21 35831234', '+922135831234'],
  ['+92 (0)21 35831234', '+922135831234'],
  ['922135831234', '+922135831234'],
  ['042-35761234', '+924235761234'],
  ['051 2345678', '+92512345678'],
  ['0992-334455', '+92992334455'],
  ['042 111 000 111', '+9242111000111'],
  ['+44 20 7946 0958', '+442079460958'],
  ['0044 20 7946 0958', '+442079460958'],
  ['+971 50 123 4567', '+971501234567'],
  ['+1 (212) 555-0123', '+12125550123'],
  ['971501234567', '971501234567'],
  ['9212345', '9212345'],
  ['35831234', '35831234'],
];

test.each(SPELLINGS)('%j is %s', (typed, kept) => {
  expect(readPhones(typed)).toEqual({ phone: kept, secondPhone: null });
  expect(normalizePhone(typed)).toBe(kept);
});

test('normalising twice changes nothing', () => {
  for (const [, kept] of SPELLINGS) expect(normalizePhone(kept)).toBe(kept);
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
  ['0300 123456', WRONG_MOBILE],
  ['0300 12345678', WRONG_MOBILE],
  ['+92 300 123456', WRONG_MOBILE],
  ['+92 300 12345678', WRONG_MOBILE],
  ['0092 300 123456', WRONG_MOBILE],
  ['92300123456', WRONG_MOBILE],
  ['9230012345678', WRONG_MOBILE],
  ['300123456', WRONG_MOBILE],
  ['30012345678', WRONG_MOBILE],
  ['003001234567', WRONG_MOBILE],
  ['۰۳۰۰۱۲۳۴۵۶', WRONG_MOBILE],
  ['0300 1234567 / 0321 765432', WRONG_MOBILE],
  ['021 358312', WRONG_LANDLINE],
  ['042 3576123456', WRONG_LANDLINE],
  ['12', NO_PHONE],
  ['', NO_PHONE],
  ['   ', NO_PHONE],
  ['not a phone', NO_PHONE],
  ['0300-CALL-ME', NO_PHONE],
  ['1234567890123456', NO_PHONE],
  ['0300 1234567, 0321 7654321, 0333 1112223', TOO_MANY_PHONES],
])('%j is refused: %s', (typed, error) => {
  expect(readPhones(typed)).toEqual({ error });
  expect(normalizePhone(typed)).toBeNull();
});
