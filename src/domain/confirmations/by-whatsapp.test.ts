import { expect, test } from 'vitest';
import { confirmationCode, confirmByWhatsapp } from './by-whatsapp.ts';

const order = { id: '6a21a1c09b3e4d0012a4b101', orderNumber: 'ORD-10042' };

test('the chat with the shop has the order’s number and its four digits', () => {
  const chat = new URL(confirmByWhatsapp('923001234567', order));
  expect([chat.host, chat.pathname]).toEqual(['wa.me', '/923001234567']);
  expect(chat.searchParams.get('text')).toBe('I confirm my order ORD-10042. Code: 1857');
});

test('the digits of orders placed in the same second have nothing to do with each other', () => {
  const codes = Array.from({ length: 500 }, (_, n) =>
    confirmationCode(`6a21a1c0${(n * 7_919_993).toString(16).padStart(16, '0')}`),
  );
  expect(codes.every((code) => /^\d{4}$/.test(code))).toBe(true);
  expect(new Set(codes).size).toBeGreaterThan(450);
});
