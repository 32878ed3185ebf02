import { expect, test } from 'vitest';
import { deliveryDays } from './cities.ts';
import { ANYWHERE, formatDeliveryDays } from './delivery-days.ts';

test('delivery to a main city is faster than to the rest of the country, and slowest to the mountains', () => {
  expect(formatDeliveryDays(deliveryDays(' lahore '))).toBe('2–3 working days');
  expect(formatDeliveryDays(deliveryDays('RYK'))).toBe('3–5 working days');
  expect(formatDeliveryDays(deliveryDays('Chitral'))).toBe('5–7 working days');
});

test('without a city the whole range is shown', () => {
  expect(deliveryDays('')).toEqual(ANYWHERE);
  expect(formatDeliveryDays(ANYWHERE)).toBe('2–7 working days');
});
