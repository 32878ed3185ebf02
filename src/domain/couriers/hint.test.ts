import { expect, test } from 'vitest';
import { trackingNumbersIn } from './hint.ts';

test('tracking numbers are found wherever a courier puts them, as text or number, each once', () => {
  const hint = {
    data: [{ tracking_number: 202220001234, status: 'Shipment - Delivered' }, { CN: ' LE 7501234 ' }],
    cn: 'LE 7501234',
  };
  expect(trackingNumbersIn(hint)).toEqual(['202220001234', 'LE 7501234']);
});

test('words, addresses and signatures are no tracking numbers', () => {
  expect(
    trackingNumbersIn({ status: 'Delivered', note: 'House 5, Street 3', mail: 'a1@example.com', id: 12, key: 'a1'.repeat(30) }),
  ).toEqual([]);
});

test('a hint that goes on and on is read to its limits', () => {
  expect(trackingNumbersIn(Array.from({ length: 500 }, (_, n) => `CN-${1000 + n}`))).toHaveLength(50);
  let deep: unknown = 'CN-1000';
  for (let n = 0; n < 2_000; n++) deep = [deep];
  expect(trackingNumbersIn(deep)).toEqual([]);
});
