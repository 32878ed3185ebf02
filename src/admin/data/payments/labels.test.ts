import { expect, test } from 'vitest';
import type { Payment } from '#domain/payments/contract.ts';
import { mayTakeBack, methodText, paymentName, signedPrice, toCustomer } from './labels.ts';

const payment = {
  kind: 'advance',
  method: 'raast',
  amount: 500,
  reference: '7001',
  reverses: null,
  isReversed: false,
} as Payment;

test('a payment says what it is, how it moved, and whether it takes another back', () => {
  expect([paymentName(payment), methodText(payment)]).toEqual(['Advance', 'Raast · 7001']);
  expect(paymentName({ ...payment, reverses: 'x' })).toBe('Advance, taken back');
  expect(methodText({ kind: 'collected', method: 'cash', courier: null, supplier: null, reference: '' })).toBe('');
});

test('what a customer paid is below zero, and what they got above', () => {
  expect(signedPrice(toCustomer(payment))).toBe('−Rs.\u00a0500');
  expect(signedPrice(toCustomer({ ...payment, kind: 'refund' }))).toBe('+Rs.\u00a0500');
  expect(toCustomer({ ...payment, kind: 'credit_given', reverses: 'x' })).toBe(-500);
});

test('a payment is taken back once, and cash at the door only of a cancelled order', () => {
  expect(mayTakeBack(payment)).toBe(true);
  expect(mayTakeBack({ ...payment, isReversed: true })).toBe(false);
  expect(mayTakeBack({ ...payment, reverses: 'x' })).toBe(false);
  expect(mayTakeBack({ ...payment, kind: 'collected' }, 'delivered')).toBe(false);
  expect(mayTakeBack({ ...payment, kind: 'collected' }, 'cancelled')).toBe(true);
});
