import { describe, expect, test } from 'vitest';
import { PHONE_SPELLINGS } from '#tests/setup/samples/phone-spellings.ts';
import { findContacts, foreignContacts, type OwnContacts, withoutContacts } from './foreign-contacts.ts';

const OWN: OwnContacts = {
  phones: ['0300 1112223', '923331112223'],
  emails: ['hello@naqsh.pk'],
  links: ['naqsh.pk', 'instagram.com/naqsh'],
  accounts: ['PK36SCBL0000001123456702'],
};
const found = (text: string) => findContacts(text).map(({ kind, value }) => `${kind} ${value}`);

describe('somebody else’s number, account or link is found', () => {
  test.each(PHONE_SPELLINGS.filter(([typed, kept]) => kept.startsWith('+92') && typed !== '922135831234'))(
    '%s',
    (typed, kept) => {
      expect(found(`Call ${typed} today`)).toEqual([`phone ${kept}`]);
    },
  );

  test.each([
    'WhatsApp:0300-9998887',
    'CALL03009998887NOW',
    'O3OO 9998887',
    '0 3 0 0 . 9 9 9 . 8 8 8 7',
    'zero three zero zero nine nine nine eight eight eight seven',
    'sifar teen sifar sifar nau nau nau aath aath aath saat',
    '0300 dash 9998887',
    '٠٣٠٠-٩٩٩٨٨٨٧',
    '०३०० ९९९८८८७',
    '𝟎𝟑𝟎𝟎 𝟗𝟗𝟗𝟖𝟖𝟖𝟕',
    '⓪③⓪⓪ ⑨⑨⑨ ⑧⑧⑧⑦',
    '0300\n9998887',
    '+92 (300) 999-8887',
    'Pay Easypaisa 03009998887',
    'jazzcash 0300/9998887, Ali',
  ])('phone: %s', (typed) => {
    expect(found(typed)).toEqual(['phone +923009998887']);
  });

  test.each([
    ['IBAN PK36 SCBL 0000 0099 9999 9902', 'account PK36SCBL0000009999999902'],
    ['pk36scbl0000009999999902', 'account PK36SCBL0000009999999902'],
    ['P-K-3-6-S-C-B-L-0-0-0-0-0-0-9-9-9-9-9-9-9-9-0-2', 'account PK36SCBL0000009999999902'],
    ['HBL account no. 1234 5678 901', 'account 12345678901'],
    ['Meezan 12345678901234', 'account 12345678901234'],
  ])('account: %s', (typed = '', value) => {
    expect(found(typed)).toContain(value);
  });

  test.each([
    ['https://evil.example/x', 'link evil.example/x'],
    ['see www.evil.shop.', 'link evil.shop'],
    ['evil.com', 'link evil.com'],
    ['Order at evil.com.pk now', 'link evil.com.pk'],
    ['wa.me/923009998887', 'link wa.me/923009998887'],
    ['t.me/evil', 'link t.me/evil'],
    ['bit.ly/abc', 'link bit.ly/abc'],
    ['wa . me', 'link wa.me'],
    ['evil[.]com', 'link evil.com'],
    ['evil dot com', 'link evil.com'],
    ['(evil.pk)', 'link evil.pk'],
    ['EVIL．COM', 'link evil.com'],
    ['mail me: a.b@evil.pk', 'email a.b@evil.pk'],
    ['a(at)evil.com', 'email a@evil.com'],
  ])('link: %s', (typed, value) => {
    expect(found(typed)).toContain(value);
  });
});

test.each([
  'Rs 1,299 instead of 2,999',
  '10 % off above 2999, 20% above 4,999',
  'Open 24/7',
  '1,000+ orders, 10k+ customers, 4.7/5 stars',
  'Sizes 6, 7, 8, 9, 10, 11, 12 and 34 36 38 40 42 44',
  'From 05.11.2026 to 15.11.2026, 9:00–21:00',
  '2026-11-26 10:00 and 03.11.2026 7:30',
  'SKU 12345678901, NQ-03-4512-7, EAN 4006381333931',
  '925 silver, 18k gold, 2.5 mm × 40 cm, 0.35 ct',
  'Free from Rs 3000. In stock. Made in Pakistan.',
  'Rs 350, 400, 1200 and 3,001, 234, 567',
  'Delivery in 2-3 days; returns within 7 days.',
  'A polka dot pendant. Net weight 12 g.',
  'Order ORD-10042 of 12 November 2026',
  'Card numbers are never asked. Account opening is free.',
  'آرڈر 1200 روپے سے زیادہ پر ڈلیوری مفت، 24 گھنٹے',
  'St.John’s, Dr.Ali, e.g.gold, and.so on',
  '0, 3, 6, 9, 12, 15, 18, 21 and 24 months',
  'photo.webp of 100x100x2000',
])('%s is an ordinary text', (text) => {
  expect(findContacts(text)).toEqual([]);
});

test('the shop’s own are not foreign, in any spelling', () => {
  const text = `Call 0300-111 2223 or WhatsApp +92 333 1112223 (wa.me/923331112223), write to Hello@Naqsh.pk, see https://www.naqsh.pk/shipping and
    instagram.com/naqsh. Our account: PK36 SCBL 0000 0011 2345 6702.`;
  expect(foreignContacts(text, OWN)).toEqual([]);
  for (const other of ['naqsh.pk.evil.com', 'instagram.com/naqsh2', 'evil.com/naqsh.pk', 'PK36SCBL0000001123456703'])
    expect(foreignContacts(other, OWN), other).toHaveLength(1);
});

/** Ways to write ten digits and one more, each from a stream of chance. */
function spelled(digits: string, chance: () => number): string {
  const zeros = ['0', '٠', '۰', '०', '０', '𝟎'];
  const zero = zeros[Math.floor(chance() * zeros.length)]?.codePointAt(0) ?? 48;
  const gaps = ['', '', '', ' ', '-', '.', ' - ', '\u200b', '/', ') ', '…', ' dash '];
  return [...digits]
    .map((digit) => String.fromCodePoint(zero + Number(digit)) + (gaps[Math.floor(chance() * gaps.length)] ?? ''))
    .join('');
}

test('a mobile number is found however its digits are written and parted', () => {
  let state = 43;
  const chance = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  for (let n = 0; n < 3000; n += 1) {
    const national = `3${String(Math.floor(chance() * 1e9)).padStart(9, '0')}`;
    const typed = spelled(`${['0', '92', '0092'][n % 3]}${national}`, chance);
    expect(found(`Sale! ${typed} Gold`), typed).toContain(`phone +92${national}`);
  }
});

test('finding takes time in proportion to the text', () => {
  const time = (length: number, unit: string) => {
    const text = unit.repeat(Math.ceil(length / unit.length));
    const began = process.cpuUsage();
    findContacts(text);
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000;
  };
  for (const unit of ['1', '1 ', '03', 'a.', 'a@', 'pk', '+', 'dot ', 'x', '(', 'ا', '\u0323\u0301', 'account 1', 'o0', '1,000 '])
    expect(time(64_000, unit), unit).toBeLessThan(1500);
});

test('of what strangers type, numbers are left out and the rest stays', () => {
  expect(withoutContacts('PAY Customs 0300 9998887 now')).toBe('PAY Customs ••• now');
  expect(withoutContacts('IBAN PK36SCBL0000009999999902')).toBe('IBAN •••');
  expect(withoutContacts('House 12, Street 4, F-7/2')).toBe('House 12, Street 4, F-7/2');
});
