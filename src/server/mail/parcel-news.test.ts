import { describe, expect, test } from 'vitest';
import { formatPrice } from '#domain/money.ts';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';
import { parcelArrived, parcelLeft, parcelNews } from './parcel-news.ts';

const parcel = {
  shipmentNumber: 'SHP-1001',
  carrier: 'TCS',
  trackingNumber: '779301',
  status: 'shipped',
  toCollect: '2147',
  estimatedDeliveryDate: null,
};
const news = {
  orderNumber: 'ORD-10042',
  customerName: 'Hina Malik',
  pageKey: 'k'.repeat(24),
  status: 'shipped',
  orderedAt: '2026-11-23T09:00:00Z',
  cityKnown: 'Lahore',
  at: '2026-11-24T09:00:00Z',
  parcels: [parcel],
  others: 0,
  returnsUntil: null,
};
const PAGE = `https://shop.test/order/ORD-10042#${'k'.repeat(24)}`;

const left = (changes: object = {}) =>
  parcelLeft(parcelNews.parse({ ...news, ...changes }), DEFAULT_SETTINGS, 'https://shop.test');
const arrived = (changes: object = {}) =>
  parcelArrived(parcelNews.parse({ ...news, status: 'delivered', ...changes }), DEFAULT_SETTINGS, 'https://shop.test');

describe('a parcel that left', () => {
  test('is told of with courier, number, sum, days and the order’s page', () => {
    const { subject, text, html } = left();
    expect(subject).toBe('Your order ORD-10042 is on its way');
    expect(text).toContain(`Dear Hina, Your parcel is with the courier.

Courier: TCS
Tracking number: 779301
Please have ${formatPrice(2147)} in cash ready, and pay nothing on top.

Expected between 25 November 2026 and 26 November 2026.

The rider calls before he comes: please keep your phone on.

${PAGE}
`);
    for (const words of ['TCS', '779301', formatPrice(2147), PAGE]) expect(html).toContain(words);
  });

  test('that is paid asks for no money, and says its own number where the courier has none', () => {
    const { text } = left({ parcels: [{ ...parcel, carrier: '', trackingNumber: '', toCollect: 0 }] });
    expect(text).toContain('Parcel: SHP-1001\nNothing is left to pay: give the rider no money.');
    expect(text).not.toMatch(/Courier:|cash/);
  });

  test('on a day that its parcel says is expected then; late, nobody says a day', () => {
    expect(left({ parcels: [{ ...parcel, estimatedDeliveryDate: '2026-11-28' }] }).text).toContain(
      'Expected on 28 November 2026.',
    );
    expect(left({ orderedAt: '2026-10-01T09:00:00Z' }).text).not.toContain('Expected');
  });

  test('with another makes one mail of both, with what each rider asks for, and says that more follows', () => {
    const other = { ...parcel, trackingNumber: '779302', toCollect: 500 };
    const { text } = left({ parcels: [parcel, other], others: 1 });
    expect(text).toContain('2 parcels are with the courier, each with its own sum.');
    expect(text).toContain(`779301\nPlease have ${formatPrice(2147)}`);
    expect(text).toContain(`779302\nPlease have ${formatPrice(500)}`);
    expect(text).toContain('Another parcel of the order follows.');
  });
});

describe('a parcel that arrived', () => {
  test('is told of with the last day on which something can be asked back', () => {
    const { subject, text } = arrived({ returnsUntil: '2026-12-24T19:00:00Z' });
    expect(subject).toBe('Your order ORD-10042 has arrived');
    expect(text).toContain('on the page of your order until 24 December 2026.');
    expect(text).toContain('Nobody brought you anything?');
    expect(text).toContain(PAGE);
  });

  test('while others are to come does not say that the order is there', () => {
    const { subject, text } = arrived({ status: 'shipped', others: 2 });
    expect(subject).toBe('A parcel of your order ORD-10042 has arrived');
    expect(text).toContain('2 more parcels of the order are still to come.');
    expect(text).toContain('Reply to this mail with a photo');
  });
});

test('what somebody typed stays text', () => {
  const { html, text } = left({ customerName: '<i>www.evil.pk</i>', parcels: [{ ...parcel, carrier: '<b>TCS</b>' }] });
  expect(html).not.toMatch(/<i>|<b>TCS/);
  expect(text).not.toContain('www.evil.pk');
});
