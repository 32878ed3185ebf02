import * as fc from 'fast-check';
import { orderStatus } from '#domain/orders/contract.ts';
import type { OrderStatus } from '#domain/orders/status.ts';
import { type PurchaseOrderStatus, purchaseOrderStatus } from '#domain/purchase-orders/contract.ts';
import { shipmentStatus } from '#domain/shipments/contract.ts';
import type { ShipmentStatus } from '#domain/shipments/status.ts';

/** The sizes that every product offers, after the one of pieces that are not counted by size. */
export const SIZES = ['', 'S', 'L'] as const;

export type Size = (typeof SIZES)[number];

/** Pieces of a product. Products, orders, purchase orders and shipments are named by their place in the shop, counted round. */
export interface Line {
  product: number;
  /** Empty where none is named. */
  size: Size;
  pieces: number;
}

/** What came of a line, named by its place in the purchase order. No more than arrived are damaged. */
export interface Arrived {
  line: number;
  received: number;
  damaged: number;
}

export const ADJUSTMENTS = ['adjustment', 'purchase', 'return', 'damage'] as const;

/** Everything that shoppers and staff can do to stock, or that must leave it alone. */
export type Operation =
  | { does: 'place order'; lines: Line[] }
  | { does: 'set order status'; order: number; status: OrderStatus; reason?: string }
  | { does: 'archive order'; order: number }
  | { does: 'create purchase order'; lines: Line[] }
  | { does: 'replace purchase items'; purchase: number; lines: Line[] }
  | { does: 'set purchase status'; purchase: number; status: PurchaseOrderStatus }
  | { does: 'receive'; purchase: number; arrived: Arrived[]; overDelivery: boolean }
  | { does: 'take back'; purchase: number; delivery: number }
  | { does: 'close line'; purchase: number; line: number; closed: boolean }
  | { does: 'archive purchase order'; purchase: number }
  | { does: 'create shipment'; order: number }
  | { does: 'set shipment status'; shipment: number; status: ShipmentStatus }
  | { does: 'archive shipment'; shipment: number }
  | { does: 'receive back'; order: number; isDamaged: boolean }
  | { does: 'adjust stock'; product: number; size: Size; kind: (typeof ADJUSTMENTS)[number]; pieces: number }
  | { does: 'edit stock'; product: number; pieces: number }
  | { does: 'count as a whole'; product: number }
  | { does: 'count by size'; product: number; pieces: [number, number] }
  | { does: 'archive product'; product: number };

/** What every sequence begins with, so that there is something to change. */
export const OPENING: Operation[] = [
  { does: 'place order', lines: [{ product: 0, size: '', pieces: 1 }] },
  { does: 'create purchase order', lines: [{ product: 1, size: '', pieces: 2 }] },
  { does: 'create shipment', order: 0 },
];

const some = fc.nat({ max: 59 });
const size = fc.constantFrom(...SIZES);
const lines = fc.array(fc.record({ product: some, size, pieces: fc.integer({ min: 1, max: 4 }) }), {
  minLength: 1,
  maxLength: 3,
});

const arrived: fc.Arbitrary<Arrived> = fc
  .tuple(some, fc.integer({ min: 1, max: 4 }), fc.nat({ max: 2 }))
  .map(([line, received, damaged]) => ({ line, received, damaged: Math.min(received, damaged) }));

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('place order'), lines }) },
  {
    weight: 10,
    arbitrary: fc.record({
      does: fc.constant('set order status'),
      order: some,
      status: fc.constantFrom(...orderStatus.options, 'cancelled', 'pending'),
      reason: fc.constantFrom('', 'Delivered on the second attempt'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('archive order'), order: some }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('create purchase order'), lines }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('replace purchase items'), purchase: some, lines }) },
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constant('set purchase status'),
      purchase: some,
      status: fc.constantFrom(...purchaseOrderStatus.options, 'received'),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constant('receive'),
      purchase: some,
      arrived: fc.array(arrived, { minLength: 1, maxLength: 2 }),
      overDelivery: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('take back'), purchase: some, delivery: some }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('close line'), purchase: some, line: some, closed: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('archive purchase order'), purchase: some }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('create shipment'), order: some }) },
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constant('set shipment status'),
      shipment: some,
      status: fc.constantFrom(...shipmentStatus.options),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('archive shipment'), shipment: some }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('receive back'), order: some, isDamaged: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('adjust stock'),
      product: some,
      size,
      kind: fc.constantFrom(...ADJUSTMENTS),
      pieces: fc.integer({ min: 1, max: 9 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('edit stock'), product: some, pieces: fc.nat({ max: 9 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('count by size'),
      product: some,
      pieces: fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 9 })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('count as a whole'), product: some }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('archive product'), product: fc.constant(2) }) },
);

/** A shop's life: the pieces of its three products at first, and at least thirty things that happen. */
export const life = fc.record({
  stocks: fc.tuple(fc.integer({ min: 1, max: 9 }), fc.nat({ max: 9 }), fc.nat({ max: 9 })),
  operations: fc.array(operation, { minLength: 30, maxLength: 36 }),
});
