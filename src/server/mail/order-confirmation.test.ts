import { expect, test } from 'vitest';
import type { PlacedOrder } from '#domain/orders/contract.ts';
import { WHERE_THE_PAGE_IS } from '#domain/orders/page-link.ts';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';
import { orderConfirmation } from './order-confirmation.ts';

const SHOP_URL = 'https://shop.test';

const item = { productId: 'a'.repeat(24), productImage: null, selectedColor: null, selectedSize: null, sku: 'RNG-0001' };
const ordered: PlacedOrder = {
  id: 'b'.repeat(24),
  _id: 'b'.repeat(24),
  orderNumber: 'N-1001',
  pageKey: 'a-key',
  customerName: 'Ayesha Bibi Khan',
  customerEmail: 'ayesha@example.com',
  customerPhone: '+923001234567',
  secondPhone: null,
  recipientName: null,
  recipientPhone: null,
  isGift: false,
  giftNote: '',
  hidesPrices: false,
  isWrapped: false,
  customerAddress: 'House 12, Street 4',
  city: 'Lahore',
  cityKnown: null,
  cityTakesCash: null,
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
  awaitsProof: false,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
};

test('a confirmation has recipient, address, items and all amounts', () => {
  const { subject, text } = orderConfirmation(ordered, DEFAULT_SETTINGS, SHOP_URL);
  expect(subject).toBe('Your Naqsh order N-1001');
  expect(text).toBe(`Thank you for your order, Ayesha!
We will contact you shortly to confirm your order. You pay in cash on delivery.
Next: we confirm your order and pack it. Expected between 24 November 2026 and 26 November 2026.
Confirm on WhatsApp: https://wa.me/923001234567?text=I%20confirm%20my%20order%20N-1001.%20Code%3A%201147

Order N-1001
2 x Halo Ring (7, Gold, RNG-0001), Rs.\u00a01,499.50 each: Rs.\u00a02,999
1 x Pendant, Rs.\u00a01 each: Rs.\u00a01
Subtotal: Rs.\u00a03,000
Shipping: Free
Tax: Rs.\u00a00
Total: Rs.\u00a03,000

Delivery
Ayesha Bibi Khan
House 12, Str…
Lahore 54000
Pakistan
0300•••••67
ayesha@example.com

See, confirm or correct your order: https://shop.test/order/N-1001#a-key
${WHERE_THE_PAGE_IS}

--
Naqsh Jewellery · +92 300 1234567 · care@naqsh.example
`);
});

test('an order that is collected in the shop says so in place of the address', () => {
  const { text } = orderConfirmation({ ...ordered, customerAddress: '' }, DEFAULT_SETTINGS, SHOP_URL);
  expect(text).toContain('Ayesha Bibi Khan\nCollected in the shop\n0300•••••67');
});

test('each piece has its photo, from the shop’s own host', () => {
  const [ring, pendant] = ordered.items;
  if (!ring || !pendant) throw new Error('No items');
  const items = [{ ...ring, productImage: '/media/halo ring.webp' }, pendant];
  const { html, text } = orderConfirmation({ ...ordered, items }, DEFAULT_SETTINGS, SHOP_URL);
  const photos = [...html.matchAll(/<img src="([^"]+)" alt="([^"]*)"/g)].map(([, src = '', alt]) => [
    src.replaceAll('&#38;', '&'),
    alt,
  ]);
  expect(photos).toEqual([
    ['https://shop.test/.netlify/images?url=%2Fmedia%2Fhalo+ring.webp&w=112&h=112&fit=cover&fm=jpg&q=75', 'Halo Ring'],
  ]);
  expect(text).not.toContain('.netlify');
});

test('a confirmation says when the parcel should come, sooner to a city near the couriers, and nothing of a parcel where none is sent', () => {
  const textOf = (changes: Partial<PlacedOrder>) =>
    orderConfirmation({ ...ordered, ...changes }, DEFAULT_SETTINGS, SHOP_URL).text;
  expect(textOf({ cityKnown: 'Lahore' })).toContain('Expected between 23 November 2026 and 24 November 2026.');
  const collected = textOf({ customerAddress: '' });
  expect(collected).toContain('Next: we tell you when it is ready to collect.');
  expect(collected).not.toContain('Expected');
});

test('HTML and text say the same', () => {
  const { html, text } = orderConfirmation(ordered, DEFAULT_SETTINGS, SHOP_URL);
  for (const words of [
    'Halo Ring (7, Gold, RNG-0001)',
    'Rs.\u00a01,499.50',
    'Rs.\u00a02,999',
    'Free',
    'Lahore 54000',
    '0300•••••67',
  ]) {
    expect(text).toContain(words);
    expect(html).toContain(words);
  }
});

test('an item with a choice names its SKU, too', () => {
  const items = ordered.items.map((one, index) => ({ ...one, sku: `RNG-000${index + 1}` }));
  const { html, text } = orderConfirmation({ ...ordered, items }, DEFAULT_SETTINGS, SHOP_URL);
  for (const mail of [html, text]) {
    expect(mail).toContain('Halo Ring (7, Gold, RNG-0001)');
    expect(mail).not.toContain('RNG-0002');
  }
});

test('it links to the page of the order, without the phone', () => {
  const { html, text } = orderConfirmation(ordered, DEFAULT_SETTINGS, SHOP_URL);
  expect(html).toContain('<a href="https://shop.test/order/N-1001#a-key"');
  for (const [address] of `${html}\n${text}`.matchAll(/https:\/\/shop\.test\S*/g))
    expect(address).not.toMatch(/phone|3001234567/);
});

test('it offers a chat with the shop that confirms the order, unless the shop has no number', () => {
  expect(orderConfirmation(ordered, DEFAULT_SETTINGS, SHOP_URL).html).toContain(
    '<a href="https://wa.me/923001234567?text=I%20confirm',
  );
  const silent = { ...DEFAULT_SETTINGS, contact: { ...DEFAULT_SETTINGS.contact, whatsapp: '' } };
  const { html, text } = orderConfirmation(ordered, silent, SHOP_URL);
  expect(`${html}${text}`).not.toMatch(/whatsapp|wa\.me/i);
});

test('what a code takes off stands where it is taken off, in HTML and text', () => {
  const { html, text } = orderConfirmation(
    { ...ordered, discount: 300, discountCode: 'EID10', shipping: 200, totalAmount: 2900 },
    DEFAULT_SETTINGS,
    SHOP_URL,
  );
  expect(text).toContain(
    'Subtotal: Rs.\u00a03,000\nDiscount (EID10): −Rs.\u00a0300\nShipping: Rs.\u00a0200\nTax: Rs.\u00a00\nTotal: Rs.\u00a02,900',
  );
  expect(html.replace(/<[^>]+>/g, ' ').replace(/ +/g, ' ')).toContain('Discount (EID10) −Rs.\u00a0300');
});

test('store credit stands below the total, and what is due after it', () => {
  const paid = { advance: 0, credit: 500, collected: 0, refunded: 0, due: 2500, toRefund: 0 };
  expect(orderConfirmation({ ...ordered, paid }, DEFAULT_SETTINGS, SHOP_URL).text).toContain(
    'Tax: Rs.\u00a00\nTotal: Rs.\u00a03,000\nStore credit: −Rs.\u00a0500\nDue on delivery: Rs.\u00a02,500\n',
  );
  const { text } = orderConfirmation({ ...ordered, paid: { ...paid, credit: 3000, due: 0 } }, DEFAULT_SETTINGS, SHOP_URL);
  expect(text).toContain('Nothing is left to pay.');
  expect(text).not.toContain('You pay in cash');
});

test('a delivery charge is shown', () => {
  expect(orderConfirmation({ ...ordered, shipping: 200 }, DEFAULT_SETTINGS, SHOP_URL).text).toContain('Shipping: Rs.\u00a0200');
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

test('a stranger’s words are short in it and never a link', () => {
  const customerName = `www.evil.pk ${'win '.repeat(50)}http://evil.pk`;
  const { html, text } = orderConfirmation(
    { ...ordered, customerName, customerAddress: `evil.pk/x ${'a'.repeat(400)}`, city: 'https://evil.pk' },
    DEFAULT_SETTINGS,
    SHOP_URL,
  );
  for (const mail of [html, text]) {
    expect(mail).toContain('Thank you for your order, ');
    expect(mail).toContain('www. evil. pk win win win win win win w…');
    expect(mail).not.toMatch(/evil\.pk|:\/\/evil|a{120}/);
  }
});
