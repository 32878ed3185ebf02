import { expect, test } from 'vitest';
import { orderPayload } from '#domain/orders/contract.ts';
import { orderRequest } from './order-request.ts';

const form = {
  email: ' amna@example.com ',
  firstName: ' Amna ',
  lastName: ' Khan',
  phone: '0300 1234567',
  address: '12 Mall Road',
  city: 'Lahore',
  zipCode: '54000',
  country: 'pk',
};

const ring = {
  product: { id: 'a'.repeat(24), name: 'Halo Ring', image: '/ring.webp', price: 1000 },
  quantity: 2,
  selectedColor: 'Gold',
  selectedSize: '7',
};

test('the order has the input, the choices and the payment method', () => {
  expect(orderRequest(form, [ring], 2200)).toEqual({
    customerName: 'Amna Khan',
    customerEmail: 'amna@example.com',
    customerPhone: '0300 1234567',
    customerAddress: '12 Mall Road',
    city: 'Lahore',
    zipCode: '54000',
    country: 'pk',
    items: [
      {
        productId: 'a'.repeat(24),
        productName: 'Halo Ring',
        productImage: '/ring.webp',
        quantity: 2,
        price: 1000,
        selectedColor: 'Gold',
        selectedSize: '7',
      },
    ],
    totalAmount: 2200,
    paymentMethod: 'cash_on_delivery',
    notes: 'Order placed via website',
  });
});

test('the request matches the server’s schema', () => {
  expect(orderPayload.parse(orderRequest(form, [ring], 2200))).toMatchObject({
    customerPhone: '+923001234567',
    totalAmount: 2200,
  });
});

test('a first name alone is enough', () => {
  expect(orderRequest({ ...form, lastName: '' }, [ring], 2200).customerName).toBe('Amna');
});

test('options that a product does not have are not sent', () => {
  const { selectedColor: _, selectedSize: __, ...plain } = ring;
  expect(orderRequest(form, [plain], 2200).items[0]).not.toHaveProperty('selectedColor');
});

test('an address in several lines is sent in one, which the server takes', () => {
  const request = orderRequest({ ...form, address: 'Flat 3,\n Rufi Heights \n\nBlock 13\n' }, [ring], 2200);
  expect(request.customerAddress).toBe('Flat 3, Rufi Heights, Block 13');
  expect(orderPayload.parse(request).customerAddress).toBe(request.customerAddress);
});
