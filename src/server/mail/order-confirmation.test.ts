import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#shared/default-settings.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { orderConfirmation } from './order-confirmation.ts';

const SHOP_URL = 'https://shop.test';

const item = { productId: 'a'.repeat(24), productImage: null, selectedColor: null, selectedSize: null };
const ordered: Order = {
  id: 'b'.repeat(24),
  _id: 'b'.repeat(24),
  orderNumber: 'N-1001',
  customerName: 'Ayesha Bibi Khan',
  customerEmail: 'ayesha@example.com',
  customerPhone: '+923001234567',
  secondPhone: null,
  customerAddress: 'House 12, Street 4',
  city: 'Lahore',
  zipCode: '54000',
  country: 'pk',
  items: [
    { ...item, productName: 'Halo Ring', selectedColor: 'Gold', selectedSize: '7', quantity: 2, price: 1499.5 },
    { ...item, productName: 'Pendant', quantity: 1, price: 1 },
  ],
  shipments: [],
  subtotal: 3000,
  shipping: 0,
  totalAmount: 3000,
  paymentMethod: 'cash_on_delivery',
  paymentStatus: 'pending',
  status: 'pending',
  notes: '',
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
};

test('a confirmation has recipient, address, items and all amounts', () => {
  const { subject, text } = orderConfirmation(ordered, DEFAULT_SETTINGS, SHOP_URL);
  expect(subject).toBe('Your Naqsh order N-1001');
  expect(text).toBe(`Thank you for your order, Ayesha!
We will contact you shortly to confirm your order. You pay in cash on delivery.

Order N-1001
2 x Halo Ring (Gold, size 7), Rs. 1,499.50 each: Rs. 2,999
1 x Pendant, Rs. 1 each: Rs. 1
Subtotal: Rs. 3,000
Shipping: Free
Tax: Rs. 0
Total: Rs. 3,000

Delivery
Ayesha Bibi Khan
House 12, Street 4
Lahore 54000
Pakistan
+923001234567
ayesha@example.com

Track your order: https://shop.test/track?orderNumber=N-1001

--
Naqsh Jewellery · +92 300 1234567 · care@naqsh.example
`);
});

test('HTML and text say the same', () => {
  const { html, text } = orderConfirmation(ordered, DEFAULT_SETTINGS, SHOP_URL);
  for (const words of ['Halo Ring (Gold, size 7)', 'Rs. 1,499.50', 'Rs. 2,999', 'Free', 'Lahore 54000', '+923001234567']) {
    expect(text).toContain(words);
    expect(html).toContain(words);
  }
});

test('it links to tracking by order number, without the phone', () => {
  const { html, text } = orderConfirmation(ordered, DEFAULT_SETTINGS, SHOP_URL);
  expect(html).toContain('<a href="https://shop.test/track?orderNumber=N-1001"');
  for (const [address] of `${html}\n${text}`.matchAll(/https:\/\/shop\.test\S*/g))
    expect(address).not.toMatch(/phone|3001234567/);
});

test('a delivery charge is shown', () => {
  expect(orderConfirmation({ ...ordered, shipping: 200 }, DEFAULT_SETTINGS, SHOP_URL).text).toContain('Shipping: Rs. 200');
});

test('names and addresses are escaped', () => {
  const hostile = `</title><script>alert("x")</script>'&`;
  const { html } = orderConfirmation(
    { ...ordered, customerName: hostile, customerAddress: hostile, city: hostile },
    DEFAULT_SETTINGS,
    SHOP_URL,
  );
  expect(html).not.toContain('<script');
  expect(html).toContain('&#60;script&#62;alert(&#34;x&#34;)&#60;/script&#62;&#39;&#38;');
});
