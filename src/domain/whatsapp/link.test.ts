import fc from 'fast-check';
import { expect, test } from 'vitest';
import { whatsappLink } from './link.ts';

test.each([
  ['+923001234567', '923001234567'],
  ['0300 1234567', '923001234567'],
  ['0092-300-1234567', '923001234567'],
  ['۰۳۰۰۱۲۳۴۵۶۷', '923001234567'],
  ['923001234567', '923001234567'],
  ['042 35761234', '924235761234'],
  ['+447911123456', '447911123456'],
  ['00971501234567', '971501234567'],
  ['+1 (212) 555-0123', '12125550123'],
])('%s is chat %s', (phone, chat) => {
  expect(whatsappLink(phone)).toBe(`https://wa.me/${chat}`);
});

test.each([
  ['line breaks', 'Salam!\nOrder ORD-10042', 'Salam!%0AOrder%20ORD-10042'],
  ['what means something in an address', '2 & 3 = 5? 100% #1 + more', '2%20%26%203%20%3D%205%3F%20100%25%20%231%20%2B%20more'],
  ['Urdu', 'شکریہ', '%D8%B4%DA%A9%D8%B1%DB%8C%DB%81'],
  ['emoji', '💍', '%F0%9F%92%8D'],
])('the text may have %s', (_, text, encoded) => {
  expect(whatsappLink('+923001234567', text)).toBe(`https://wa.me/923001234567?text=${encoded}`);
});

test('whatever the text, the chat opens with exactly it, except halves of a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const link = new URL(whatsappLink('+923001234567', text));
      expect(link.pathname).toBe('/923001234567');
      expect(link.searchParams.get('text') ?? '').toBe(text);
    }),
  );
  expect(whatsappLink('+923001234567', 'cut \ud83d')).toBe('https://wa.me/923001234567?text=cut%20%EF%BF%BD');
});
