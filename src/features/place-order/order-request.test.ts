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
  recipientName: '',
  recipientPhone: '',
  isGift: '',
  giftNote: '',
  hidesPrices: '',
  giftWrap: '',
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

test('a gift is sent with its wishes and whom it is for, as the server takes them', () => {
  const gift = {
    recipientName: ' Sana Malik ',
    recipientPhone: '0321-7654321',
    isGift: '1',
    giftNote: ' Eid Mubarak\n',
    giftWrap: '150',
  };
  const request = orderRequest({ ...form, ...gift }, [ring], 2350);
  expect(orderPayload.parse(request)).toMatchObject({
    customerPhone: '+923001234567',
    recipientName: 'Sana Malik',
    recipientPhone: '+923217654321',
    isGift: true,
    giftNote: 'Eid Mubarak',
    hidesPrices: false,
    wantsGiftWrap: true,
  });
  expect(orderRequest({ ...form, ...gift, giftWrap: '0' }, [ring], 2200).wantsGiftWrap).toBe(true);
});

test('of an order that is no gift any more, no wish is sent', () => {
  const request = orderRequest({ ...form, giftNote: 'Eid Mubarak', hidesPrices: '1', giftWrap: '150' }, [ring], 2200);
  expect(request).toEqual(orderRequest(form, [ring], 2200));
});

test.each([
  ['recipientPhone', '12345', 'Enter a valid phone number'],
  ['recipientName', 'x'.repeat(200), 'characters'],
  ['giftNote', 'x'.repeat(201), '200'],
  ['giftNote', 'a\u0000b', 'characters'],
])('the server refuses %s %j', (field, typed, message) => {
  const { error } = orderPayload.safeParse({ ...orderRequest(form, [ring], 2200), isGift: true, [field]: typed });
  expect(error?.issues).toMatchObject([{ path: [field], message: expect.stringContaining(message) }]);
});
