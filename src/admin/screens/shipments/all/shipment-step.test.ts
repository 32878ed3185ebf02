import { expect, test } from 'vitest';
import { shipmentStep } from './shipment-step.ts';

const parcel = { status: 'preparing', orderStatus: 'processing', receivedAt: null } as const;
const counted = { ...parcel, receivedAt: '2026-11-20T10:00:00.000Z' };

test('a parcel is handed over, then delivered, and that is all', () => {
  expect(shipmentStep(parcel)).toBe('handOver');
  for (const status of ['shipped', 'in_transit', 'out_for_delivery'] as const)
    expect(shipmentStep({ ...parcel, status, orderStatus: 'shipped' })).toBe('deliver');
  expect(shipmentStep({ ...parcel, status: 'delivered', orderStatus: 'delivered' })).toBeNull();
});

test('a parcel that failed is decided about on its order, one that is returned is counted, each until it was counted', () => {
  expect(shipmentStep({ ...parcel, status: 'failed' })).toBe('decide');
  expect(shipmentStep({ ...parcel, status: 'returned' })).toBe('receive');
  expect(shipmentStep({ ...counted, status: 'failed' })).toBeNull();
  expect(shipmentStep({ ...counted, status: 'returned' })).toBeNull();
});

test('the parcel of a cancelled order goes nowhere, and is counted when it comes back', () => {
  for (const status of ['preparing', 'shipped'] as const)
    expect(shipmentStep({ ...parcel, status, orderStatus: 'cancelled' })).toBeNull();
  expect(shipmentStep({ ...parcel, status: 'returned', orderStatus: 'cancelled' })).toBe('receive');
});
