import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SHOP } from '#built/settings.ts';
import type { Order } from '#domain/orders/contract.ts';
import { GiftCard, PackingSlip, slipFigures } from './PackingSlip.tsx';

const line = { productId: '65a1b2c3d4e5f60718293a4b', productName: 'Rose Gold Halo Ring', productImage: null, sku: 'RNG-0001' };

const order: Order = {
  id: '65a1b2c3d4e5f60718293a4c',
  _id: '65a1b2c3d4e5f60718293a4c',
  orderNumber: 'ORD-10042',
  customerName: 'Sana Mir',
  customerEmail: 'sana@example.com',
  customerPhone: '+923001234567',
  secondPhone: null,
  recipientName: null,
  recipientPhone: null,
  isGift: false,
  giftNote: '',
  hidesPrices: false,
  isWrapped: false,
  customerAddress: '12 Mall Road',
  city: 'Lahore',
  cityKnown: null,
  cityTakesCash: null,
  zipCode: '54000',
  country: 'pk',
  items: [
    { ...line, selectedColor: 'Gold', selectedSize: '7', quantity: 2, price: 850.5 },
    { ...line, selectedColor: 'Silver', selectedSize: '8', quantity: 1, price: 900 },
  ],
  shipments: [],
  subtotal: 2601,
  shipping: 200,
  totalAmount: 2801,
  paymentMethod: 'cash_on_delivery',
  paymentStatus: 'pending',
  status: 'processing',
  notes: '',
  awaitsProof: false,
  createdAt: '2026-11-20T20:15:00.000Z',
  updatedAt: '2026-11-20T20:15:00.000Z',
};

const textOf = (shown: Order) =>
  renderToStaticMarkup(<PackingSlip order={shown} />)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

test('a slip adds up: line sums and delivery are the total', () => {
  const { lines, sums } = slipFigures(order);
  expect(lines).toEqual([1701, 900]);
  expect(sums.map(({ rupees }) => rupees)).toEqual([2601, 200, 2801]);
});

test('a slip shows sender, recipient, items and the amount to collect', () => {
  const text = textOf(order);
  for (const said of [
    SHOP.name,
    SHOP.phone,
    'ORD-10042',
    '21 Nov 2026',
    'Sana Mir',
    '12 Mall Road',
    'Lahore 54000',
    '0300 1234567',
  ]) {
    expect(text).toContain(said);
  }
  expect(text).toContain('Size: 7 · Colour: Gold · RNG-0001 2 850.50 1,701');
  expect(text).toContain('Subtotal 2,601 Delivery 200 Total Rs. 2,801');
  expect(text).toContain('To collect Rs. 2,801 Cash on Delivery');
});

test('a slip says what a code took off, and of what staff took off only how much', () => {
  const cheaper = { ...order, discount: 301, totalAmount: 2500 };
  expect(textOf({ ...cheaper, discountCode: 'EID10' })).toContain(
    'Subtotal 2,601 Discount (EID10) −301 Delivery 200 Total Rs. 2,500',
  );
  const byStaff = { ...cheaper, discountReason: 'Complained about the last one' };
  expect(textOf(byStaff)).toContain('Subtotal 2,601 Discount −301 Delivery 200 Total Rs. 2,500');
});

test('a slip says the city for sorting, as it was recognised where it was, and the notes that somebody wrote', () => {
  const cityOf = (changes: Partial<Order>) =>
    /<p dir="auto" class="slip-city">(.*?)<\/p>/.exec(
      renderToStaticMarkup(<PackingSlip order={{ ...order, ...changes }} />),
    )?.[1];
  expect(cityOf({ city: 'lhr' })).toBe('lhr');
  expect(cityOf({ city: 'lhr', cityKnown: 'Lahore' })).toBe('Lahore');
  expect(cityOf({ customerAddress: '' })).toBeUndefined();
  expect(textOf({ ...order, notes: 'Ring the bell' })).toContain('Notes: Ring the bell');
  expect(textOf({ ...order, notes: 'Order placed via website' })).not.toContain('Notes');
});

const PAID = { advance: 0, credit: 0, collected: 0, refunded: 0, due: 0, toRefund: 0 };

test('a paid order collects nothing, and its total stays', () => {
  const text = textOf({ ...order, paymentStatus: 'paid', paid: { ...PAID, advance: 2801 } });
  expect(text).toContain('To collect Rs. 0 Paid');
  expect(text).toContain('Total Rs. 2,801 Paid in advance −2,801 Due on delivery Rs. 0');
});

test('what was paid before is not collected again', () => {
  const text = textOf({ ...order, paid: { ...PAID, advance: 500, credit: 301, due: 2000 } });
  expect(text).toContain('To collect Rs. 2,000 Cash on Delivery');
  expect(text).toContain('Total Rs. 2,801 Paid in advance −500 Store credit −301 Due on delivery Rs. 2,000');
});

test('a cancelled order collects nothing and says not to send it', () => {
  const text = textOf({ ...order, status: 'cancelled' });
  expect(text).toContain('To collect Rs. 0');
  expect(text).toContain('Cancelled: do not hand over');
});

const GIFT = { isGift: true, isWrapped: true, hidesPrices: true, giftWrap: 150, totalAmount: 2951 };

test('the slip of a gift says what the rider asks for, and no other price', () => {
  const text = textOf({ ...order, ...GIFT });
  expect(text).toContain('Gift, wrapped');
  expect(text).toContain('To collect Rs. 2,951');
  expect(text.replace('Rs. 2,951', '')).not.toMatch(/Rs\.|1,701|850|2,601|Subtotal|Total/);
  expect(textOf({ ...order, ...GIFT, hidesPrices: false })).toContain(
    'Subtotal 2,601 Delivery 200 Gift wrap 150 Total Rs. 2,951',
  );
});

test('a slip goes to the recipient, for whom the customer answers', () => {
  const text = textOf({ ...order, recipientName: 'Hina Shah', recipientPhone: '+923217654321' });
  expect(text).toContain('Deliver to Hina Shah');
  expect(text).toContain('0321 7654321 0300 1234567');
});

test('a card has the words of the gift and who sends it, and nothing that costs', () => {
  const text = renderToStaticMarkup(<GiftCard order={{ ...order, ...GIFT, giftNote: 'Eid Mubarak <b>Hina</b>' }} />);
  expect(text).toContain('Eid Mubarak &lt;b&gt;Hina');
  expect(text).toContain('Sana Mir');
  expect(text).not.toMatch(/Rs|2,951/);
});
