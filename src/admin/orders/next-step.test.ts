import { expect, test } from 'vitest';
import type { ShipmentStatus } from '#shared/schemas/shipments.ts';
import { nextStep, parcelOf } from './next-step.ts';

const parcel = (status: ShipmentStatus, shipmentNumber = 'SHP-1001') => ({
  id: '65a1b2c3d4e5f60718293a4b',
  shipmentNumber,
  status,
  carrier: '',
  trackingNumber: '',
  updatedAt: '2026-11-20T20:15:00.000Z',
});

test('an order goes from processing to a parcel, to the courier, to the door', () => {
  expect(nextStep({ status: 'pending', shipments: [] })).toBe('process');
  expect(nextStep({ status: 'processing', shipments: [] })).toBe('ship');
  expect(nextStep({ status: 'processing', shipments: [parcel('preparing')] })).toBe('handOver');
  expect(nextStep({ status: 'shipped', shipments: [parcel('in_transit')] })).toBe('deliver');
  expect(nextStep({ status: 'delivered', shipments: [parcel('delivered')] })).toBeNull();
});

test('an early parcel, or an order sent without one, continues from there', () => {
  expect(nextStep({ status: 'pending', shipments: [parcel('preparing')] })).toBe('handOver');
  expect(nextStep({ status: 'shipped', shipments: [] })).toBe('deliver');
});

test('a returned parcel is sent again, and a cancelled order has no next step', () => {
  const shipments = [parcel('returned')];
  expect(nextStep({ status: 'processing', shipments })).toBe('ship');
  expect(nextStep({ status: 'cancelled', shipments })).toBeNull();
  expect(parcelOf({ shipments: [...shipments, parcel('preparing', 'SHP-1002'), parcel('failed')] })?.shipmentNumber).toBe(
    'SHP-1002',
  );
});
