import { expect, test } from 'vitest';
import { addressLines, isPaymentExpected, itemCount, lineTotal, localPhone, paymentOf } from './labels.ts';

const ring = {
  productId: '65a1b2c3d4e5f60718293a4b',
  productName: 'Rose Gold Halo Ring',
  productImage: null,
  selectedColor: 'Gold',
  selectedSize: '7',
  sku: 'RNG-0001',
  quantity: 2,
  price: 1499.5,
};

test('the number of items counts pieces, not lines', () => {
  expect(itemCount({ items: [ring, { ...ring, quantity: 1 }] })).toBe('3 items');
  expect(itemCount({ items: [{ ...ring, quantity: 1 }] })).toBe('1 item');
});

test('a line total is rounded to paisa', () => {
  expect(lineTotal({ price: 0.1, quantity: 3 })).toBe(0.3);
});

test('an address leaves out what was not given', () => {
  expect(addressLines({ customerAddress: '12 Mall Road', city: 'Lahore', zipCode: '54000', country: 'pk' })).toEqual([
    '12 Mall Road',
    'Lahore 54000',
    'Pakistan',
  ]);
  expect(addressLines({ customerAddress: '', city: 'Lahore', zipCode: '', country: 'pk' })).toEqual(['Collected in the shop']);
  expect(addressLines({ customerAddress: '12 Mall Road', city: '', zipCode: '', country: 'pk' })).toEqual([
    '12 Mall Road',
    'Pakistan',
  ]);
});

test('a cancelled order has no outstanding payment', () => {
  expect(paymentOf({ status: 'cancelled', paymentStatus: 'pending' }).text).toBe('Nothing due');
  expect(paymentOf({ status: 'cancelled', paymentStatus: 'paid' }).text).toBe('Paid');
  expect(paymentOf({ status: 'shipped', paymentStatus: 'pending' }).text).toBe('Pending');
  const paid = { advance: 500, credit: 0, collected: 0, refunded: 0, due: 0, toRefund: 500 };
  expect(paymentOf({ status: 'cancelled', paymentStatus: 'pending', paid }).text).toBe('To be refunded');
});

test('a payment is told where it is not what the status says', () => {
  expect(isPaymentExpected({ status: 'processing', paymentStatus: 'pending' })).toBe(true);
  expect(isPaymentExpected({ status: 'delivered', paymentStatus: 'paid' })).toBe(true);
  expect(isPaymentExpected({ status: 'delivered', paymentStatus: 'pending' })).toBe(false);
  expect(isPaymentExpected({ status: 'shipped', paymentStatus: 'paid' })).toBe(false);
  expect(isPaymentExpected({ status: 'cancelled', paymentStatus: 'failed' })).toBe(false);
});

test('a mobile number is shown as dialled in Pakistan', () => {
  expect(localPhone('+923001234567')).toBe('0300 1234567');
  expect(localPhone('+447911123456')).toBe('+447911123456');
});
