import { expect, test } from 'vitest';
import { isBack, type ShipmentStatus } from '#domain/shipments/status.ts';
import { nextStep, parcelOf } from './next-step.ts';

const parcel = (status: ShipmentStatus, shipmentNumber = 'SHP-1001') => ({
  id: '65a1b2c3d4e5f60718293a4b',
  shipmentNumber,
  status,
  carrier: '',
  trackingNumber: '',
  weight: null,
  receivedAt: null,
  isAwaited: isBack({ status }),
  updatedAt: '2026-11-20T20:15:00.000Z',
});

const next = (order: Omit<Parameters<typeof nextStep>[0], 'customerAddress'>) =>
  nextStep({ customerAddress: '12 Mall Road', ...order });

test('an order goes from processing to a parcel, to the courier, to the door', () => {
  expect(next({ status: 'pending', shipments: [] })).toBe('process');
  expect(next({ status: 'processing', shipments: [] })).toBe('ship');
  expect(next({ status: 'processing', shipments: [parcel('preparing')] })).toBe('handOver');
  expect(next({ status: 'shipped', shipments: [parcel('in_transit')] })).toBe('deliver');
  expect(next({ status: 'delivered', shipments: [parcel('delivered')] })).toBeNull();
});

test('an early parcel, or an order sent without one, continues from there', () => {
  expect(next({ status: 'pending', shipments: [parcel('preparing')] })).toBe('handOver');
  expect(next({ status: 'shipped', shipments: [] })).toBe('deliver');
});

test('a parcel that failed is sent again, one that came back is counted, and neither is delivered', () => {
  expect(next({ status: 'shipped', shipments: [parcel('failed')] })).toBe('shipAgain');
  expect(next({ status: 'shipped', shipments: [parcel('returned')] })).toBe('receive');
  expect(next({ status: 'shipped', shipments: [parcel('returned'), parcel('failed', 'SHP-1002')] })).toBe('shipAgain');
  expect(next({ status: 'shipped', shipments: [parcel('failed'), parcel('preparing', 'SHP-1002')] })).toBe('handOver');
});

test('a part that came back is counted once the other part has arrived, and what goes on is next until then', () => {
  const back = parcel('returned', 'SHP-1002');
  expect(next({ status: 'shipped', shipments: [parcel('in_transit'), back] })).toBe('deliver');
  expect(next({ status: 'delivered', shipments: [parcel('delivered'), back] })).toBe('receive');
  expect(next({ status: 'delivered', shipments: [parcel('delivered'), { ...back, isAwaited: false }] })).toBeNull();
  expect(parcelOf({ shipments: [parcel('in_transit'), parcel('delivered', 'SHP-1003')] })?.shipmentNumber).toBe('SHP-1001');
});

test('a cancelled order has no next step but to count what comes back, once', () => {
  expect(next({ status: 'cancelled', shipments: [] })).toBeNull();
  expect(next({ status: 'cancelled', shipments: [parcel('failed')] })).toBe('receive');
  const counted = { ...parcel('returned'), receivedAt: '2026-11-21T10:00:00.000Z', isAwaited: false };
  expect(next({ status: 'cancelled', shipments: [counted] })).toBeNull();
  expect(next({ status: 'processing', shipments: [counted] })).toBe('ship');
});

test('the parcel of an order is the latest that neither failed nor came back', () => {
  const shipments = [parcel('returned')];
  expect(parcelOf({ shipments: [...shipments, parcel('preparing', 'SHP-1002'), parcel('failed')] })?.shipmentNumber).toBe(
    'SHP-1002',
  );
});

test('an order that is collected in the shop is delivered at once, unless a parcel of it is under way', () => {
  const collected = { customerAddress: '', shipments: [] };
  expect(nextStep({ ...collected, status: 'pending' })).toBe('deliver');
  expect(nextStep({ ...collected, status: 'processing' })).toBe('deliver');
  expect(nextStep({ ...collected, status: 'delivered' })).toBeNull();
  expect(nextStep({ ...collected, status: 'processing', shipments: [parcel('preparing')] })).toBe('handOver');
});
