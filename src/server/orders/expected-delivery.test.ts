import { expect, test } from 'vitest';
import { expectedDelivery, type UnderWay } from './expected-delivery.ts';

/** A Tuesday evening in Pakistan, already Wednesday there. */
const PLACED = '2026-11-24T20:00:00.000Z';
const NOW = Date.parse('2026-11-25T06:00:00.000Z');

const order = (changes: Partial<UnderWay> = {}): UnderWay => ({
  status: 'pending',
  isCollected: false,
  createdAt: PLACED,
  shipments: [],
  ...changes,
});
const parcel = (status: string, estimatedDeliveryDate: string | null = null) => ({ status, estimatedDeliveryDate });

test('an order is expected so many working days after its day in Pakistan as couriers take to its city, Sundays apart', () => {
  expect(expectedDelivery(order(), 'Lahore', NOW)).toEqual({ from: '2026-11-27', to: '2026-11-28' });
  expect(expectedDelivery(order(), 'Chitral', NOW)).toEqual({ from: '2026-12-01', to: '2026-12-03' });
  expect(expectedDelivery(order(), null, NOW)).toEqual({ from: '2026-11-28', to: '2026-12-01' });
});

test('the day that its parcel says counts before that', () => {
  const shipments = [parcel('failed', '2026-11-25'), parcel('in_transit', '2026-12-02')];
  expect(expectedDelivery(order({ status: 'shipped', shipments }), 'Lahore', NOW)).toEqual({
    from: '2026-12-02',
    to: '2026-12-02',
  });
});

test('days that are over are not promised: the rest of them is, or none', () => {
  const on = (day: string) => Date.parse(`${day}T06:00:00.000Z`);
  expect(expectedDelivery(order(), 'Lahore', on('2026-11-28'))).toEqual({ from: '2026-11-28', to: '2026-11-28' });
  expect(expectedDelivery(order(), 'Lahore', on('2026-11-29'))).toBeNull();
  const shipments = [parcel('shipped', '2026-11-24')];
  expect(expectedDelivery(order({ status: 'shipped', shipments }), 'Lahore', NOW)).toBeNull();
});

test.each<Partial<UnderWay>>([
  { status: 'delivered' },
  { status: 'cancelled' },
  { isCollected: true },
  { status: 'shipped', shipments: [parcel('returned')] },
])('nothing is expected of %o', (changes) => {
  expect(expectedDelivery(order(changes), 'Lahore', NOW)).toBeNull();
});
