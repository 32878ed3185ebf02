import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';
import { deliveryAttempt } from './delivery-attempt.ts';

const attempt = {
  orderNumber: 'ORD-10042',
  customerName: 'Hina Malik',
  pageKey: 'k'.repeat(24),
  reason: 'not_available',
  dueBy: '2026-11-27T11:00:00Z',
};

test('a customer reads why the parcel did not arrive, until when they may say what to do, and where', () => {
  const { subject, text } = deliveryAttempt(attempt, DEFAULT_SETTINGS, 'https://shop.test');
  expect(subject).toBe('Your order ORD-10042 could not be delivered');
  expect(text).toContain(`We could not hand over your parcel, Hina.
The rider says that nobody was there. What should the courier do? Two taps are enough.
Please answer by Friday 27 Nov, 4:00 pm. Otherwise the parcel comes back to us.

https://shop.test/order/ORD-10042#${'k'.repeat(24)}`);
});

test('a reason that the shop does not know is not said', () => {
  const { text } = deliveryAttempt({ ...attempt, reason: 'Rider Aslam: <b>RFD</b>' }, DEFAULT_SETTINGS, 'https://shop.test');
  expect(text).not.toContain('Aslam');
});
